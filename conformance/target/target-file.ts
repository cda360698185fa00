import { type ChoiceId, choiceOf, readOptions } from '../../src/contract/choices.ts';
import { type OperationId, operationIds } from '../../src/contract/contract.ts';
import { UserError } from '../../src/errors.ts';
import { isLoopback } from '../../src/http/exchange.ts';
import type { Path } from '../../src/json/json.ts';
import type {
  DeclaredProduct,
  HiddenProduct,
  KnownGoodSubscription,
  NodeTarget,
  Origins,
  Pins,
  Target,
} from '../core/target.ts';
import type { Waiver } from '../core/waiver.ts';

/** A live product as it is in a target file: its id, or its id and what it shows. */
export type LiveProduct = string | DeclaredProduct;

/** A node as it is in a target file. */
export type NodeEntry = Omit<NodeTarget, 'live'> & { readonly live?: readonly LiveProduct[] };

/** The file that a target was read from, with its base URL, and where the values in it come from. */
type ReadFrom = {
  readonly path: string;
  readonly baseUrl?: string;
  readonly origins: Origins;
};

/** Under this, a target that was read from a file says so; a copy with other values still does. */
export const readFrom: unique symbol = Symbol('read from');

/** What is in a target file; target.schema.json says the same to editors. */
export type TargetFile = {
  readonly [readFrom]?: ReadFrom;
  readonly baseUrl?: string;
  readonly publicUrl?: string;
  /** One bearer token for all operations, or one for each. */
  readonly token?: string | Readonly<Partial<Record<OperationId, string>>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly writes?: 'allow' | 'deny';
  readonly key?: Target['key'];
  /** One set of values that are known-good, or several where the target takes each only once. */
  readonly subscription?: KnownGoodSubscription | readonly KnownGoodSubscription[];
  /** Paths of OpenAPI Overlays on the contract. */
  readonly overlays?: readonly string[];
  /** Patterns of the files of house rules. */
  readonly rules?: string | readonly string[];
  /** The path of their clauses; by default `clauses.yaml` beside the first of them. */
  readonly clauses?: string;
  readonly nodes?: readonly NodeEntry[];
  /** Live products that are attached to none of these nodes. */
  readonly live?: readonly LiveProduct[];
  /** Products that are not live, whatever node they are attached to. */
  readonly hidden?: readonly HiddenProduct[];
  /** What was decided where the specification leaves a choice, by the id of the choice; held like rules. */
  readonly choices?: Readonly<Record<string, string | number>>;
  readonly waivers?: readonly Waiver[];
};

/**
 * A base URL in its plain form, without a slash at its end. `place` is what a fault calls it; the URL itself is
 * not repeated in the message where it may hold a password.
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

/** What to ask or to do where no server answers at a base URL. A container has a loopback interface of its own. */
export function whereIsServer(baseUrl: string, { container }: NodeJS.ProcessEnv = process.env): string {
  if (container === undefined || !isLoopback(baseUrl))
    return 'is the server running, and is this its address?';
  const { host } = new URL(baseUrl);
  const onHost = baseUrl.replace(/\/\/(\[[^\]]*\]|[^:/]+)/, '//host.docker.internal');
  return `${host} is this container itself; for a server on the host, write baseUrl: ${onHost} and writes: allow into the target file, or start the container with --network host.`;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const form = new RegExp(`^(${uuid})/(${uuid})$`, 'i');

/** Reads a node as it is named on the command line: `HIERARCHY/NODE`, two UUIDs. */
export function readNode(text: string): NodeTarget {
  const [, hierarchy, node] = form.exec(text) ?? [];
  if (hierarchy === undefined || node === undefined)
    throw new UserError(`--node ${text} is not HIERARCHY/NODE; write two UUIDs with a slash between them.`);
  return { hierarchy, node };
}

const key = 'choices';

/** Where something is in a target that was not read from a file. */
const inTarget = (): string => 'the target';

/** Reads the choices that a target pins. What cannot be held is a {@link UserError}. */
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
 * The target that a file describes, at a base URL. Nodes of the command line are added unless the file has them.
 * Unless the operator says otherwise, only a target on loopback may be written to; nothing is known-good.
 */
export function resolveTarget(file: TargetFile, baseUrl: string, nodes: readonly NodeTarget[] = []): Target {
  const known = new Map((file.nodes ?? []).map((node) => [keyOf(node), resolveNode(node)]));
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
    nodes: [...known.values(), ...nodes.filter((node) => !known.has(keyOf(node)))],
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

/** The id of a product, however it is in a target file. */
export const idOf = (product: LiveProduct | HiddenProduct): string =>
  typeof product === 'string' ? product : product.id;

const tokensOf = (token: TargetFile['token']): Target['tokens'] =>
  typeof token === 'string' ? Object.fromEntries(operationIds.map((id) => [id, token])) : (token ?? {});

const keyOf = ({ hierarchy, node }: Pick<NodeTarget, 'hierarchy' | 'node'>): string =>
  `${hierarchy}/${node}`.toLowerCase();
