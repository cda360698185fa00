import type { Constraint } from '../../src/contract/contract.ts';
import type { ListStructure, PageBounds, Relation } from '../../src/contract/list.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import type { readBody } from '../../src/json/body.ts';
import type { Json, JsonObject, Path } from '../../src/json/json.ts';
import type { CompletedExchange, RunExchange } from './exchange.ts';
import type { Remedy } from './remedies.ts';
import type { Collection } from './target.ts';
import type { Explanation } from './verdict.ts';

/** A value in a body that breaks a constraint of the contract, and its place. */
export type Breach = { readonly constraint: Constraint; readonly path: Path; readonly value: unknown };

export type Shape = {
  /** Constraints whose value, or parent object, is in the body, so that a pass is not vacuous. */
  readonly present: ReadonlySet<Constraint>;
  readonly breaches: readonly Breach[];
  /** Null in optional fields, which counts as absent. */
  readonly nulls: readonly Breach[];
  /** Texts that could not be matched with a pattern in time. */
  readonly unmatched: readonly Breach[];
};

/** A response that is not a transient failure, read once. */
export type ReadExchange = CompletedExchange & {
  readonly operation: OperationId;
  /** 2xx. */
  readonly accepted: boolean;
  /** Whether it comes from a recording, in which values may be redacted. */
  readonly isRecorded?: true;
  /** What the request carried, and the constraints of the contract it certainly breaks. */
  readonly requestContent: { readonly json?: Json; readonly defects: readonly Breach[] };
  readonly body: ReturnType<typeof readBody>;
  /** The body, if it is a JSON object, or a list and the listing is the body itself. */
  readonly json?: JsonObject | Json[];
  /** Only of accepted responses to valid requests. */
  readonly shape?: Shape;
  /** The shown values that break a constraint; only of accepted responses to invalid requests (READINGS P1). */
  readonly broken?: readonly Breach[];
  /** Only of accepted responses that contain a listing. */
  readonly page?: Page;
  /** The requested page, without records, if a collection of the target was not listed. */
  readonly unserved?: Page;
};

export type AcceptedRequests = {
  /**
   * The limit of size that a response names, as the end of a sentence; undefined if a larger request was accepted
   * (READINGS 28).
   */
  readonly limitOf: (operation: OperationId, exchange: RunExchange) => string | undefined;
  /**
   * Whether a request came before any of its operation was accepted, between two that were, or after the last
   * (READINGS P3).
   */
  readonly whenSent: (operation: OperationId, exchange: RunExchange) => 'first' | 'between' | 'last';
};

/** A request that was lost or got a transient failure (READINGS 28). */
export type Interrupted = RunExchange & {
  readonly operation: OperationId;
  readonly why: Explanation;
  readonly remedy?: Remedy;
};

export type Links = Readonly<Partial<Record<Relation, unknown>>>;

/** What relations need of a record. Pages share equal ones, so memory grows with the number of records only. */
export type Item = {
  /** In lower case, since UUIDs compare without regard to case. */
  readonly id?: string;
  /** As returned: a filter has to spell it so. */
  readonly shownId?: string;
  /**
   * The values of what filters look for and of fields that the operator declares, by name; of what is sorted by and what
   * rules of the contract compare, by pointer, with lists and objects as JSON.
   */
  readonly values: Readonly<Record<string, string>>;
  /** Whether it says that its place is declared. */
  readonly isPinned: boolean;
};

export type PageQuery = {
  readonly filter?: string;
  readonly limit?: number;
  readonly offset?: number;
  /** The offset, page number or token, as it was sent. */
  readonly place?: string;
  /** The further parameters of the contract, such as `sort=-name`, in the order of their names. */
  readonly further?: string;
  /** Whether all parameters are of the contract, valid and not repeated. */
  readonly isDefined: boolean;
  readonly bounds: PageBounds;
  readonly list: ListStructure;
};

/**
 * A request for a page. Where pages are chained, only the response to its source says how the page is asked for; the first
 * page has no source.
 */
export type PageRequest = { readonly request: HttpRequest; readonly source?: PageRequest };

/** A page of a listing. */
export type Page = {
  /** Undefined if the target file has no such collection. */
  readonly collection?: Collection;
  readonly query: PageQuery;
  /** Its records that are JSON objects. */
  readonly items: readonly Item[];
  /** The number of values in its list of records. */
  readonly size: number;
  readonly total?: number;
  readonly totalPages?: number;
  readonly hasMore?: boolean;
  /** The token or number by which the next page is asked for, if pages are chained; the last has none. */
  readonly next?: string;
  /** What said how this page is asked for, if pages are chained. */
  readonly source?: PageRequest;
  /** The records that it includes beside its own; undefined if it has no such list. */
  readonly included?: readonly Pick<Item, 'id'>[];
  /** One entry for each record that has links; one in all if the page has them itself. */
  readonly links: readonly Links[];
  /** Its place in the order in which the requests of the run were sent. */
  readonly turn: number;
  readonly exchange: CompletedExchange;
};

/** All that a run read of a collection: its pages, and how the collection changed. */
export type Listing = {
  readonly collection: Collection;
  /** The ids of exactly the records that it lists, if they are declared, and this run created none in it. */
  readonly holds?: readonly string[];
  /** The further parameters of all its pages; they may change which records it has, so nothing is declared of it. */
  readonly further?: string;
  /** Those with only parameters of the contract, in the order of their requests. */
  readonly pages: readonly Page[];
  /** Those with other parameters, which show only where links lead. */
  readonly others: readonly Page[];
  /** Pages of the same collection with other further parameters, or none, of a listing that has some. */
  readonly beside?: readonly Page[];
  /** Responses without a listing, as pages without records. */
  readonly unserved: readonly Page[];
  /** Pages that were blamed by a rule or read before a change: they are not evidence, but may still exonerate. */
  readonly excluded: readonly Page[];
  /**
   * Ids of records known to exist in collections with the same parent, each with the page that lists it; undefined if
   * the operator declared it.
   */
  readonly knownInParent: ReadonlyMap<string, Page | undefined>;
  /** How a collection with the same parent changed during the run, which may outdate declarations. */
  readonly changed?: string;
  /** Ids of records that this run created in listings of the operation; they are deleted at its end. */
  readonly created: ReadonlySet<string>;
};

/** A request that differs from an accepted one, its control, in exactly one edit (READINGS P3). */
export type Attempt = {
  readonly operation: OperationId;
  /** The clause it tests, or the choice: then the outcome tells which option a server takes. */
  readonly clause: string;
  readonly what: string;
  readonly expects: 'rejection' | 'acceptance' | 'either';
  readonly exchange?: RunExchange | undefined;
  /** Whether a redirect rejects it, as for missing credentials (READINGS, levels). */
  readonly redirectRejects?: boolean | undefined;
  /** Whether only a response with the record accepts it: some servers read the request as another path. */
  readonly showsAcceptance?: boolean | undefined;
  /** Whether all its values are known-good though no control came before. */
  readonly isKnownGood?: boolean | undefined;
  readonly before?: RunExchange | undefined;
  readonly after?: RunExchange | undefined;
  readonly failedOnce?: RunExchange | undefined;
  /** What was read before and after it, if it changes something, and what created the record that it changes. */
  readonly readings?: {
    readonly before?: RunExchange | undefined;
    readonly after: readonly RunExchange[];
    readonly creation?: RunExchange | undefined;
  };
  /** What the same did with new records, if it failed and that is not sure yet (READINGS P6). */
  readonly onNewRecords?: 'passed' | 'not tried';
  /** Why it proves nothing, such as a value that the target file does not declare. */
  readonly notApplicable?: NotApplicable | undefined;
};

/** Why an attempt proves nothing, and what would let it. */
export type NotApplicable = {
  readonly why: Explanation;
  readonly remedy?: Remedy | undefined;
  readonly stoppedAt?: string | undefined;
};

/** A record that the run created and did not delete. */
export type Created = {
  readonly operation: string;
  /** Null if the response has none. */
  readonly id: string | null;
  /** Where it is; if nothing finds it, where it was created. */
  readonly path: string;
  /** The command that deletes it. */
  readonly delete?: string;
  /** With which status the server answered that command, after which the record is still there. */
  readonly deletionStatus?: number;
  /** Why there is no such command. */
  readonly why?: string;
};

/** Why assay deletes a record neither itself nor by a command. */
export type Undeletable = 'no deletions' | 'no operation' | 'no id' | 'uncertain' | 'no response';

/** A record that is left when a run ends, with the request that deletes it, or why there is none. */
export type LeftRecord = Pick<Created, 'operation' | 'id' | 'path'> &
  ({ readonly deletion: HttpRequest; readonly deletionStatus?: number } | { readonly why: Undeletable });
