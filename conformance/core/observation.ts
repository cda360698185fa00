import { choiceOf, type OptionOf, optionNamed } from '../../src/contract/choices.ts';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { Nouns } from '../../src/contract/nouns.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { keyOfRecord, recordsIn, valuesIn } from '../../src/contract/record.ts';
import { type Exchange, type HttpResponse, header, isLost } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';
import type { ExperimentContext, Premises, Setting } from './context.ts';
import type { Listing, ReadExchange } from './evidence.ts';
import type { CompletedExchange } from './exchange.ts';
import { countedAs } from './operation-of.ts';
import { isUnknown } from './redacted-values.ts';
import type { Scope } from './rule.ts';
import { isAccepted, isRejected, outcomeOf } from './status.ts';

export type ChoiceTrial = {
  readonly what: string;
  readonly exchange: CompletedExchange;
  readonly control?: CompletedExchange;
};

/** What an observation reads: the exchanges of its operation, the listings, and what it tried. Its premises throw a `Withheld`. */
export type ChoiceEvidence = Pick<Setting, 'contract' | 'target'> &
  Premises & {
    readonly operation: OperationId;
    /** What the records of the operation are called in sentences. */
    readonly nouns: Nouns;
    readonly listings: readonly Listing[];
    readonly creations: readonly ReadExchange[];
    /** The first creation that matches; throws a `Withheld` if there is none. */
    readonly created: (isMeant?: (exchange: ReadExchange) => boolean) => ReadExchange;
    /**
     * The edits that tried its choice, or another; throws a `Withheld` if they do not tell which option a server
     * takes.
     */
    readonly trials: (choice?: string) => readonly [ChoiceTrial, ...ChoiceTrial[]];
  };

/** What an observation gets to send requests with: the context of an experiment, and the operation and choice that it is about. */
export type ChoiceContext = ExperimentContext & {
  readonly operation: OperationId;
  readonly choice: string;
};

type ObservationDefinition<Id extends string = string> = {
  readonly choice: Id;
  /** Sends further requests; a recording is read without it. */
  readonly gather?: (context: ChoiceContext) => Promise<unknown>;
  readonly read: (seen: ChoiceEvidence) => Observed<Id>;
};

export type Observation = ObservationDefinition & { readonly id: string; readonly operation: OperationId };

/** States an observation of a choice. A function reads what experiments send anyway. */
export const observation = <Id extends string>(
  choice: Id,
  how: Omit<ObservationDefinition<Id>, 'choice'> | ObservationDefinition<Id>['read'],
): ObservationDefinition<Id> => ({ choice, ...(typeof how === 'function' ? { read: how } : how) });

type ObservationList =
  | readonly ObservationDefinition[]
  | ((operation: OperationId, contract: Contract) => readonly ObservationDefinition[]);

export type ObservationsOfScope = { readonly scope: Scope; readonly list: ObservationList };

/** States the observations of an operation or a kind; their file exports them by default. */
export const observations = (scope: Scope, list: ObservationList): ObservationsOfScope => ({ scope, list });

/** The id of a choice among rules: on the command line, in waivers and in reports. */
export const choiceRuleId = (choice: string): string => `choice/${choice}`;

/** The form of the body of a rejection; for other forms, the type and the names of the fields. */
export function bodyForm({ headers, body }: HttpResponse): Observed<'error-body'> {
  if (body.byteLength === 0) return 'empty';
  const type = header(headers, 'content-type')?.split(';')[0]?.trim() ?? 'no type';
  const read = readBody(body);
  if (!('json' in read)) return type === 'text/plain' ? 'text' : other(`${type}, not JSON`);
  if (!isObject(read.json)) return other(`${type}, not an object`);
  if (type === 'application/problem+json') return 'problem';
  const names = Object.keys(read.json);
  return names.includes('errors') && /^application\/(.+\+)?json$/i.test(type)
    ? 'errors'
    : other(`${type} with ${names.join(', ') || 'no field'}`);
}

/** The value at a path of the first created record. Throws a `Withheld` if there is none. */
export const shown = (seen: ChoiceEvidence, ...path: Path): unknown =>
  shownInBody(seen, ...operationIn(seen.contract, seen.operation).record, ...path);

/** The value at a path of the first response to a creation. Throws a `Withheld` if there is none. */
export function shownInBody(seen: ChoiceEvidence, ...path: Path): unknown {
  const exchange = seen.created();
  const value = at(seen.assume(exchange.json, 'the response is not a JSON object'), ...path);
  seen.assume(!isUnknown(exchange, value), 'it is redacted where it was recorded');
  return value;
}

/** The body of a response, if it is JSON. */
export function bodyOf({ response }: Exchange): Json | undefined {
  const body = isLost(response) ? undefined : readBody(response.body);
  return body && 'json' in body ? body.json : undefined;
}

export function sentAt({ request }: Exchange, path: Path): string {
  const body = readBody(request.body ?? new Uint8Array());
  return String('json' in body ? at(body.json, ...path) : '');
}

export function recordsSeen(seen: ChoiceEvidence, exchange: CompletedExchange): readonly JsonObject[] {
  const from = operationIn(seen.contract, countedAs(seen.contract, exchange.request));
  seen.assume(valuesIn(from, bodyOf(exchange)), `the listing has no array "${from.record.join('.')}"`);
  return recordsIn(from, bodyOf(exchange));
}

export function idsIn(seen: ChoiceEvidence, exchange: CompletedExchange): string[] {
  const from = operationIn(seen.contract, countedAs(seen.contract, exchange.request));
  return recordsSeen(seen, exchange).map((record) =>
    seen.assume(keyOfRecord(from, record), `${seen.nouns.aRecord} found shows no id`),
  );
}

const timestamp = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** The precision and offset in which timestamps are written. */
export function timestampForms(seen: ChoiceEvidence, places: readonly Path[]): Observed<'timestamps'> {
  const written = places.map((place) => shown(seen, ...place)).filter((value) => typeof value === 'string');
  seen.orUntested(written.length > 0, 'no timestamp is shown');
  const forms = [...new Set(written.map(formOf))].sort();
  const [form = '', ...others] = forms;
  if (others.length > 0) return other(forms.join('; '));
  const precision = precisions.find((one) => form === `${one}, UTC`);
  return precision ?? (form.includes(', offset ') ? 'offset' : other(form));
}

const precisions = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const;

function formOf(text: string): string {
  const [whole, fraction = '', offset = ''] = timestamp.exec(text) ?? [];
  if (whole === undefined) return 'not in the form of RFC 3339';
  return `${precisionOf(fraction.length)}, ${offset.toUpperCase() === 'Z' ? 'UTC' : `offset ${offset}`}`;
}

/** Counted in threes, since some servers omit the last zeros of a fraction. */
function precisionOf(digits: number): string {
  return precisions[Math.ceil(digits / 3)] ?? 'finer than nanoseconds';
}

export type Other = `other: ${string}`;

/** The result of an observation: an option of its choice, or something else. */
export type Observed<Id extends string> = `${OptionOf<Id>}` | Other;

/** The result of an observation that is none of the options. */
export const other = (saw: string): Other => `other: ${saw}`;

export const isOther = (option: string): option is Other => option.startsWith('other: ');

/** The option of a choice that a value names; `other: …` if there is none. */
export function named<Id extends string>(
  { contract }: Pick<ChoiceEvidence, 'contract'>,
  id: Id,
  value: string | number,
): Observed<Id> {
  const known = optionNamed(choiceOf(contract, id), value);
  return known === undefined ? other(String(value)) : (String(known) as Observed<Id>);
}

/** The word of a choice for an accepted or a rejected request. */
export function outcomeAs<Accepted extends string, Rejected extends string>(
  exchange: CompletedExchange,
  accepted: Accepted,
  rejected: Rejected,
): Accepted | Rejected | Other {
  if (isAccepted(exchange)) return accepted;
  return isRejected(exchange) ? rejected : other(outcomeOf(exchange));
}

/** One result from several: theirs if they agree, otherwise each with its operation. */
export function agreed<Option extends string>(
  options: readonly (readonly [of: string, option: Option])[],
): Option | Other {
  const [first] = options;
  if (first && options.every(([, option]) => option === first[1])) return first[1];
  return other(options.map(([of, option]) => `${option.replace(/^other: /, '')} for ${of}`).join(', '));
}
