import type { Contract } from '../../../src/contract/contract.ts';
import { UserError } from '../../../src/errors.ts';
import { isLost, type Transport } from '../../../src/http/exchange.ts';
import { network } from '../../../src/http/network.ts';
import type { Target } from '../../core/target.ts';
import { openOutsideClient } from '../../engine/outside-client.ts';
import { reachTarget } from '../../engine/reach-target.ts';
import { kinds } from '../../kinds.ts';
import { reaching } from '../../report/not-judged.ts';
import type { Io } from '../io/io.ts';

export type AskServer = ReturnType<typeof onServer>;

/**
 * Returns what uses a server: before anything is written, it is an error if nothing responds, which is found out once, or if the
 * server lets nothing in.
 */
export function onServer(
  { timeout, insecure }: { readonly timeout: number; readonly insecure: boolean },
  { env }: Io,
) {
  let isThere = false;
  return async <T>(
    contract: Contract,
    target: Target,
    use: (server: ReturnType<typeof openOutsideClient> & { readonly transport: Transport }) => Promise<T>,
  ): Promise<T> => {
    const { transport: send, close } = network(target.baseUrl, { connections: 1, timeout, insecure, env });
    const statuses: number[] = [];
    const transport: Transport = async (request) => {
      const response = await send(request);
      if (isThere && !isLost(response)) statuses.push(response.status);
      return response;
    };
    try {
      const client = openOutsideClient({ contract, target, transport, kinds });
      if (!isThere)
        await reaching(
          reachTarget({ contract, target: { ...target, collections: [] } }, kinds, client.sender.send),
        );
      isThere = true;
      const used = await use({ ...client, transport });
      const rejected = statuses.find((status) => [401, 403].includes(status));
      if (rejected !== undefined && !statuses.some((status) => status < 300))
        throw new UserError(
          `${target.baseUrl} ${target.token === undefined ? 'asks for' : 'rejects the'} credentials (${rejected}), so nothing was written; set ASSAY_TOKEN to a bearer token, an API key, or user:password, or add --header 'NAME: VALUE', and run this again.`,
        );
      return used;
    } finally {
      await close();
    }
  };
}
