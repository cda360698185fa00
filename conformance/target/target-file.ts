import { type ChoiceId, choiceOf, readOptions } from '../../src/contract/choices.ts';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { ofKind, scopeNames } from '../../src/contract/operations.ts';
import { UserError } from '../../src/errors.ts';
import { isLoopback } from '../../src/http/exchange.ts';
import type { Path } from '../../src/json/json.ts';
import { at } from '../../src/json/json.ts';
import {
  type DeclaredProduct,
  type HiddenProduct,
  type KnownGoodSubscription,
  keyOfNode,
  type NodeTarget,
  type Origins,
  type Pins,
  scopeOf,
  type Target,
} from '../core/target.ts';
import type { Waiver } from '../core/verdict.ts';

export type LiveProduct = string | DeclaredProduct;

export type NodeEntry = Omit<NodeTarget, 'live'> & { readonly live?: readonly LiveProduct[] };

type ScopeEntry = Readonly<Record<string, unknown>> & { readonly live?: readonly LiveProduct[] };

/** The scopes to list: those that are stated, those that need no value, and those whose values the contract gives as examples. */
export const scopesOf = (contract: Contract, stated: TargetFile['scopes'] = {}): NodeTarget[] =>
  ofKind(contract, 'list').flatMap((operation): NodeTarget[] => {
    const { id, parameters } = operation;
    const pathParameters = scopeNames(operation);
    if (pathParameters.length === 0) return [scopeOf(id, [])];
    const own = stated[id];
    if (own)
      return own.map((entry) => ({
        ...scopeOf(
          id,
          pathParameters.map((name) => String(entry[name])),
        ),
        ...(entry.live ? { live: entry.live.map(idOf) } : {}),
      }));
    const examples = pathParameters.map((name) => {
      const found = parameters.find((one) => one.in !== 'header' && one.name === name);
      return at(found, 'example') ?? at(found, 'schema', 'example') ?? at(found, 'schema', 'examples', 0);
    });
    return examples.every((one) => one !== undefined) ? [scopeOf(id, examples.map(String))] : [];
  });

type ReadFrom = {
  readonly path: string;
  readonly baseUrl?: string;
  readonly origins: Origins;
};

/** The key by which a target, or a changed copy, names its file. */
export const readFrom: unique symbol = Symbol('read from');

/** The content of a target file; see target.schema.json. */
export type TargetFile = {
  readonly [readFrom]?: ReadFrom;
  readonly baseUrl?: string;
  readonly publicUrl?: string;
  /** One token for all operations, or one for each. */
  readonly token?: string | Readonly<Partial<Record<OperationId, string>>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly writes?: 'allow' | 'deny';
  readonly key?: Target['key'];
  /** One set of known-good values, or several if the target accepts each only once. */
  readonly subscription?: KnownGoodSubscription | readonly KnownGoodSubscription[];
  /** Paths of OpenAPI Overlays on the contract. */
  readonly overlays?: readonly string[];
  /** Patterns for files of house rules. */
  readonly rules?: string | readonly string[];
  /** The clauses of house rules; by default `clauses.yaml` beside the first. */
  readonly clauses?: string;
  readonly nodes?: readonly NodeEntry[];
  /** For each operation that lists, the values of its path parameters, by their names, and what is declared there. */
  readonly scopes?: Readonly<Record<OperationId, readonly ScopeEntry[]>>;
  readonly contract?: string;
  /** Live products that are attached to none of these nodes. */
  readonly live?: readonly LiveProduct[];
  /** Products that are not live, whatever node they are attached to. */
  readonly hidden?: readonly HiddenProduct[];
  /** The option that was decided on, if the specification leaves a choice, by the id of the choice; checked like rules. */
  readonly choices?: Readonly<Record<string, string | number>>;
  readonly waivers?: readonly Waiver[];
};

/**
 * Normalizes a base URL, without a slash at the end. The message does not repeat a URL, which may contain a
 * password.
 */
export function checkBaseUrl(text: string, place: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UserError(`${place} is not an http or https URL; write it like http://127.0.0.1:4010.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError(
      `${place} contains credentials; put a token or a header into the target file instead.`,
    );
  }
  if (/[?#]/.test(text)) {
    throw new UserError(`${place} has a query or a fragment; remove it: paths are appended to the URL.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** What to check if no server answers. A container has its own loopback interface. */
export function whereIsServer(baseUrl: string, { container }: NodeJS.ProcessEnv = process.env): string {
  if (container === undefined || !isLoopback(baseUrl))
    return 'is the server running, and is this its address?';
  const { host } = new URL(baseUrl);
  const onHost = baseUrl.replace(/\/\/(\[[^\]]*\]|[^:/]+)/, '//host.docker.internal');
  return `${host} is this container itself; for a server on the host, write baseUrl: ${onHost} and writes: allow into the target file, or start the container with --network host.`;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const form = new RegExp(`^(${uuid})/(${uuid})$`, 'i');

export function readNode(text: string): NodeTarget {
  const [, hierarchy, node] = form.exec(text) ?? [];
  if (hierarchy === undefined || node === undefined)
    throw new UserError(`--node ${text} is not HIERARCHY/NODE; write two UUIDs with a slash between them.`);
  return { hierarchy, node };
}

const key = 'choices';

/** The place in messages about a target without a file. */
const inTarget = (): string => 'the target';

export function readPins(value: unknown, where: (path: Path) => string = inTarget): Pins {
  if (value === undefined) return new Map();
  const pins = new Map([...readOptions(value, where, [key])].map(([id, option]) => [id, String(option)]));
  for (const id of pins.keys()) mustBeSeen(id, where);
  return pins;
}

function mustBeSeen(id: ChoiceId, where: (path: Path) => string): void {
  const { seen } = choiceOf(id);
  if (seen === undefined) return;
  throw new UserError(
    `${where([key, id])}: /${key}/${id} cannot be pinned, ${seen.replace('no, ', '')}; remove it.`,
  );
}

/**
 * Makes the target of a file at a base URL, with further nodes of the command line. By default, only a target on
 * loopback may be written to.
 */
export function resolveTarget(file: TargetFile, baseUrl: string, nodes: readonly NodeTarget[] = []): Target {
  const known = new Map((file.nodes ?? []).map((node) => [keyOfNode(node), resolveNode(node)]));
  const live = [...(file.nodes ?? []), file].flatMap((one) => one.live ?? []);
  const [subscription = {}, ...others] = [file.subscription ?? {}].flat();
  return {
    baseUrl,
    ...(file.publicUrl === undefined ? {} : { publicUrl: checkBaseUrl(file.publicUrl, 'publicUrl') }),
    tokens: tokensOf(file.token),
    headers: Object.entries(file.headers ?? {}),
    writes: file.writes === undefined ? isLoopback(baseUrl) : file.writes === 'allow',
    key: file.key ?? {},
    subscriptions: [subscription, ...others],
    nodes: [...known.values(), ...nodes.filter((node) => !known.has(keyOfNode(node)))],
    ...(file.live ? { live: file.live.map(idOf) } : {}),
    ...(file.hidden ? { hidden: file.hidden } : {}),
    declared: new Map(
      live.flatMap((one) => (typeof one === 'string' ? [] : [[one.id.toLowerCase(), one] as const])),
    ),
    choices: readPins(file.choices),
  };
}

const resolveNode = ({ live, ...node }: NodeEntry): NodeTarget => ({
  ...node,
  ...(live ? { live: live.map(idOf) } : {}),
});

export const idOf = (product: LiveProduct | HiddenProduct): string =>
  typeof product === 'string' ? product : product.id;

const tokensOf = (token: TargetFile['token']): Target['tokens'] =>
  typeof token === 'string' ? { '*': token } : (token ?? {});
