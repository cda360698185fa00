import type { OperationId } from '../../src/contract/contract.ts';
import type {
  DeclaredProduct,
  HiddenProduct,
  KnownGoodSubscription,
  NodeTarget,
  Origins,
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
