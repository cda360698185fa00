import { UserError } from '../../errors.ts';
import type { Call, Lost, Middleware, Reply, Transport } from '../../http/exchange.ts';
import { isLocal } from '../../http/local-call.ts';
import { type ControlledStub, controlRoutes } from '../admin/control.ts';
import { carries, controlTokenName } from '../admin/control-token.ts';
import type { Description } from '../admin/description.ts';
import { adminPath, documentPath, healthPath } from '../admin/paths.ts';
import { problem } from '../replies/problem.ts';
import { replyWithJson } from '../replies/reply.ts';
import { baseAddress } from '../requests/base-address.ts';
import type { ServedStub } from '../requests/handler.ts';

/** What the stub's own routes need. */
type OwnRoutesSetup = {
  /** What is served at the moment. */
  readonly served: () => ServedStub;
  readonly prefix: string;
  readonly describe: (baseUrl: string) => Description;
  /** Undefined if the stub cannot be controlled. */
  readonly controlled: ControlledStub | undefined;
  /** The token with which it can be controlled from elsewhere; undefined if it cannot. */
  readonly controlToken: string | undefined;
};

/** Where a call comes from: this machine, or anywhere. */
type Caller = 'local' | 'remote';

/** Serves the stub's own routes: `/`, and everything under the admin path. */
export function createOwnRoutes(
  { served, prefix, describe, controlled, controlToken }: OwnRoutesSetup,
  caller: Caller,
): Middleware {
  const routes = controlled ? controlRoutes(controlled) : {};

  async function control(call: Call, path: string, query: string): Promise<Reply> {
    if (!controlled) return problem(404, `nothing is served at ${path}; start the stub with --control`);
    const remoteRejection = caller === 'remote' || !isLocal(call) ? rejectRemote(call) : undefined;
    if (remoteRejection) return remoteRejection;
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (!route)
      return problem(404, `nothing is served at ${path}; there are ${Object.keys(routes).join(', ')}`);
    const action = Object.hasOwn(route, call.method) ? route[call.method] : undefined;
    const allowed = Object.keys(route).join(', ');
    if (!action) return problem(405, `this path allows only ${allowed}`, [['allow', allowed]]);
    try {
      return await action(call, new URLSearchParams(query));
    } catch (error) {
      if (error instanceof UserError) return problem(400, error.message);
      throw error;
    }
  }

  function rejectRemote(call: Call): Reply | undefined {
    if (controlToken === undefined) {
      const why = 'the stub can be controlled only from its own machine';
      return problem(403, `${why}; start it with ${controlTokenName} to control it with that token`);
    }
    if (carries(call, controlToken)) return undefined;
    const how = `send the token in ${controlTokenName} as a bearer token`;
    return problem(401, `from another machine, the stub can be controlled only with a token; ${how}`, [
      ['www-authenticate', 'Bearer'],
    ]);
  }

  /** They are served with and without the prefix: a client knows only the address that has it. */
  const below = (target: string): string =>
    prefix !== '' && target.startsWith(prefix) ? target.slice(prefix.length) : target;

  function show(call: Call, path: string): Reply | undefined {
    const baseUrl = `${baseAddress(call.headers)}${prefix}`;
    if (path === '/') return replyWithJson(200, describe(baseUrl));
    if (path === healthPath) return replyWithJson(200, { status: 'ok', contract: served().contract.version });
    if (path === documentPath) {
      const servers = [{ url: baseUrl, description: 'This stub.' }];
      return replyWithJson(200, { ...served().contract.document, servers });
    }
    return undefined;
  }

  async function answer(call: Call, next: Transport): Promise<Reply | Lost> {
    const [whole = '', query = ''] = call.target.split('?', 2);
    const path = below(whole) || '/';
    const isRead = call.method === 'GET' || call.method === 'HEAD';
    const shown = isRead ? show(call, path) : undefined;
    if (shown) return call.method === 'HEAD' ? { ...shown, body: new Uint8Array() } : shown;
    return path.startsWith(adminPath) ? control(call, path, query) : next(call);
  }

  return (next) => (call) => (own.test(below(call.target)) ? answer(call, next) : next(call));
}

/** The targets of the stub's own routes. */
const own = new RegExp(`^(/?|${adminPath}(/[^?]*)?)(\\?|$)`);
