import type { Constraint, OperationId } from '../../src/contract/contract.ts';
import type { ListStructure, PageBounds } from '../../src/contract/list.ts';
import type { Call, Exchange, Reply } from '../../src/http/exchange.ts';
import type { Body } from '../../src/json/body.ts';
import type { Json, JsonObject, Path } from '../../src/json/json.ts';
import type { Remedy } from './remedies.ts';
import type { NodeTarget } from './target.ts';
import type { Explanation } from './verdict.ts';

/** An exchange that got a response. */
export type Answered = { readonly call: Call; readonly reply: Reply };

/** A constraint of the contract that a body breaks, and where. */
export type Breach = { readonly constraint: Constraint; readonly path: Path; readonly value: unknown };

/** What a body comes to when it is held to its schema, once. */
export type Shape = {
  /** Constraints whose value, or whose parent object, is in the body: what a pass may speak of. */
  readonly present: ReadonlySet<Constraint>;
  readonly breaches: readonly Breach[];
  /** Where null is in an optional field. It counts as absent there. */
  readonly nulls: readonly Breach[];
};

/** One decisive response, read once: what claims judge. */
export type Answer = Answered & {
  readonly operation: OperationId;
  /** 2xx. */
  readonly accepted: boolean;
  /** Whether it was read from a record, in which values may be redacted. */
  readonly isRecorded?: true;
  /** What the request carried, and the constraints of the contract it certainly breaks. */
  readonly request: { readonly json?: Json; readonly defects: readonly Breach[] };
  readonly body: Body;
  /** The body, where it is a JSON object. */
  readonly json?: JsonObject;
  /** The body held to the response schema; only of accepted responses to valid requests. */
  readonly shape?: Shape;
  /** What has the wrong type in it; only of accepted responses to invalid requests (READINGS P1). */
  readonly mistyped?: readonly Breach[];
  /** The listing it holds; only of accepted responses that hold one. */
  readonly page?: Page;
  /** What was asked for, as a page without products, where a node of the target was to be listed and was not. */
  readonly unserved?: Page;
};

/** What a run knows of the requests that were accepted, in whatever order the responses came. */
export type Accepted = {
  /**
   * The limit of size that a response names, as the end of a sentence, as far as it can be true: a request that is no
   * larger than an accepted one is not too large (READINGS 28). Undefined otherwise.
   */
  readonly limitOf: (operation: OperationId, exchange: Exchange) => string | undefined;
  /**
   * When a request was rejected: before any of its operation was accepted, between two that were, or after the last. Then
   * the server cannot be tested further (READINGS P3).
   */
  readonly placeOf: (operation: OperationId, exchange: Exchange) => 'first' | 'between' | 'last';
};

/** A call that returned nothing to judge: it was lost, or a gateway or a limiter spoke (READINGS 28). */
export type Interrupted = Exchange & {
  readonly operation: OperationId;
  readonly why: string;
  readonly remedy?: Remedy;
};

/** The links a product carries; undefined where a link is not shown. */
export type Links = Readonly<Partial<Record<LinkName, unknown>>>;

/** The links the specification names. */
export type LinkName = 'current' | 'first' | 'last' | 'prev' | 'next';

/** What relations need of a product. Equal ones are shared between pages, so memory grows with products only. */
export type Item = {
  /** In lower case: UUIDs compare without regard to case. */
  readonly id?: string;
  /** As it is shown, which is how a filter has to spell it. */
  readonly shownId?: string;
  readonly name?: string;
  readonly slug?: string;
  readonly sku?: string;
  /** What it shows of the attributes that filters look for. */
  readonly sought: Readonly<Record<string, string>>;
  /** Who owns it, where it shows that. */
  readonly owner?: string;
  readonly isCurated: boolean;
  /** Whether it shows itself to be a bundle; undefined where it shows neither components nor product types. */
  readonly isBundle?: boolean;
  /** The ids its components name, as often as they do. */
  readonly components: readonly string[];
};

/** What a listing was asked for, as far as its parameters are those of the specification, each at most once. */
export type PageQuery = {
  readonly filter?: string;
  readonly limit?: number;
  readonly offset?: number;
  /** Whether nothing else was asked for: no value that is not an integer, no parameter twice, none that is unknown. */
  readonly isPlain: boolean;
  /** How large the pages of such a listing may be, and how far off. */
  readonly bounds: PageBounds;
  /** How the listing is made that it asks for. */
  readonly list: ListStructure;
};

/** A page of a listing, as it was seen. */
export type Page = {
  /** The node of the target file; undefined where the path names another. */
  readonly node?: NodeTarget;
  readonly query: PageQuery;
  /** Its products, as far as they are objects. */
  readonly items: readonly Item[];
  /** How many values its `data` holds. */
  readonly size: number;
  readonly total?: number;
  /** The component products it includes; undefined where it shows no such list. */
  readonly included?: readonly Pick<Item, 'id'>[];
  /** The links of its products, where they carry any: one for each product. */
  readonly links: readonly Links[];
  /** Its place in the order in which the requests of the run were sent. */
  readonly turn: number;
  readonly exchange: Answered;
};

/** All that was seen of one node. */
export type Listing = {
  readonly node: NodeTarget;
  /** Those whose query holds nothing but the contract's parameters, in the order in which they were asked for. */
  readonly pages: readonly Page[];
  /** The pages that were asked for otherwise, which show only where links lead. */
  readonly others: readonly Page[];
  /** A response without a listing: rejected, crashed, or without a body. Pages without products. */
  readonly unserved: readonly Page[];
  /** Pages that are no evidence against anyone, blamed by a claim or of a listing that moved; they may still exonerate. */
  readonly aside: readonly Page[];
  /**
   * Ids of products known to be live in this hierarchy, each with the page of any of its nodes that lists it;
   * undefined where the operator names it.
   */
  readonly liveInHierarchy: ReadonlyMap<string, Page | undefined>;
  /** How a node of the hierarchy changed during the run: then what the operator says of it may be true no more. */
  readonly changed?: string;
};

/**
 * A request that differs from an accepted one, its control, in exactly one edit (READINGS P3). A control is
 * before it, and, where its rejection says something only then, another after it.
 */
export type Attempt = {
  readonly operation: OperationId;
  /** The clause it is about, or the choice: then either outcome is right, and tells which option a server takes. */
  readonly clause: string;
  /** The request in words, such as `a request without currency`. */
  readonly what: string;
  readonly expects: 'rejection' | 'acceptance' | 'either';
  /** Undefined where it was not sent. */
  readonly exchange?: Exchange;
  /** Whether being sent elsewhere (3xx) rejects it: so it is where credentials are missing (READINGS, levels). */
  readonly redirectRejects?: boolean;
  /** Whether only a response that shows what was created accepts: to some servers, what was asked for is another path. */
  readonly showsAcceptance?: boolean;
  /** Whether all its values are known-good though no control is before it. */
  readonly isKnownGood?: boolean;
  /** The control before it. */
  readonly before?: Exchange;
  /** The control after it, with a fresh nonce. */
  readonly after?: Exchange;
  /** The response that the same request got before, if it failed first and passed on recheck. */
  readonly failedOnce?: Exchange;
  /**
   * Why it says nothing whatever the response is, such as a value that the target file does not declare; `stoppedAt` as of
   * a result.
   */
  readonly notApplicable?: {
    readonly why: Explanation;
    readonly remedy?: Remedy;
    readonly stoppedAt?: string;
  };
};
