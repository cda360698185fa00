import { fieldOf } from '../../src/contract/constraint-words.ts';
import { type Constraint, type Contract, constraintsOf } from '../../src/contract/contract.ts';
import { type OperationId, operationIn } from '../../src/contract/operations.ts';
import { showsRecord } from '../../src/contract/record.ts';
import { type HttpRequest, header, type Mutant } from '../../src/http/exchange.ts';
import { depthLimit, measure, readBody } from '../../src/json/body.ts';
import { at, isObject, type Json, type Path } from '../../src/json/json.ts';
import { matches } from '../../src/json/matching.ts';
import { place, printField, printPath, printValue } from '../../src/print.ts';
import { oneOf, withoutAccents } from '../../src/words.ts';
import type { Claim } from '../core/claim.ts';
import { eachAccepted, eachCreation, isBrokenAt } from '../core/claims.ts';
import type { Breach, ReadExchange } from '../core/evidence.ts';
import { isUnknown } from '../core/redacted-values.ts';
import { jsonOfRequest } from '../core/requests.ts';
import { type MutantTable, mutantsBy, type RuleRow } from '../core/rule.ts';
import { areOneInstant } from '../core/same-as-sent.ts';
import { changeAt, changeStatus, htmlEscaped, keptInOnePlace, misencoded } from '../mutants/edits.ts';
import { isMisshapen } from './invalid-values.ts';

/** A claim that no request is accepted (READINGS P1) of which something wrong can be said, in words for it. */
const neverAcceptedIf = (
  wrongIn: (exchange: ReadExchange, contract: Contract) => string | undefined,
): Claim => ({
  on: 'response',
  judge: (exchange, judge) => {
    const wrong = exchange.accepted ? wrongIn(exchange, judge.contract) : undefined;
    if (wrong === undefined) return;
    judge.claim(false, () => ({
      title: `${wrong} is rejected`,
      expected: `${wrong} is rejected (4xx)`,
      saw: 'accepted',
      shown: [exchange],
    }));
  },
});

/** A claim that no request with such a defect is accepted. */
export const neverAccepted = (
  isMeant: (breach: Breach, request: ReadExchange['requestContent'], contract: Contract) => boolean,
): Claim =>
  neverAcceptedIf(({ requestContent }, contract) => {
    const defect = requestContent.defects.find((breach) => isMeant(breach, requestContent, contract));
    return defect && breachWords(defect);
  });

/**
 * Whether a defect is one in every interpretation, and the only cause of a rejection. Null has a rule of its own, or
 * is not specified (READINGS 3, 6), and so has an empty optional object. A text may be cut to what is between spaces. A form
 * counts if nothing else is wrong with a value; formats may be read more widely than our validator does.
 */
export function isToBlame(
  contract: Contract,
  { constraint, path, value }: Breach,
  { defects, json }: ReadExchange['requestContent'],
): boolean {
  const { keyword } = constraint;
  if (keyword === 'type') return value !== null;
  if (keyword === 'maxLength') return !isSpacedOnly({ constraint, path, value });
  if (keyword === 'required')
    return (
      path.length < operationIn(contract, constraint.operation).sentIn.length + 2 ||
      !isEmpty(at(json, ...path.slice(0, -1)))
    );
  const isAlone = defects.filter((other) => printPath(other.path) === printPath(path)).length === 1;
  if (keyword === 'pattern') return isAlone;
  return keyword !== 'format' || (isAlone && isMisshapen(constraint.value, String(value)));
}

/** Whether only the spaces around a value break its pattern, or make it too long: many servers remove them. */
export function isSpacedOnly({ constraint: { keyword, value: bound }, value }: Breach): boolean {
  if (typeof value !== 'string' || value === value.trim()) return false;
  if (keyword === 'maxLength') return [...value.trim()].length <= Number(bound);
  return keyword === 'pattern' && matches(String(bound), value.trim());
}

function breachWords({ constraint, value }: Breach): string {
  const field = fieldOf(constraint);
  return constraint.keyword === 'required'
    ? `a request without ${field}`
    : `a request with ${field} ${shortJson(value)}`;
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `of ${text.length - 2} characters` : text;
}

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** Why the body of a request is invalid: it is empty, or does not begin with a JSON value. */
function flawOfBody({ body, headers }: HttpRequest): 'empty' | 'not JSON' | undefined {
  // Compressed bodies are not read.
  if (body === undefined || header(headers, 'content-encoding') !== undefined) return undefined;
  if (body.byteLength === 0) return 'empty';
  if ('json' in readBody(body) || measure(body).depth > depthLimit) return undefined;
  const text = Buffer.from(body).toString('utf8');
  return isJsonStart(text) ? undefined : 'not JSON';
}

/** Whether a text begins with a JSON value; what follows is not specified (READINGS 3). */
function isJsonStart(text: string): boolean {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (/^(true|false|null|-?\d)/.test(start)) return true;
  if (!/^["[{]/.test(start)) return false;
  let depth = 0;
  for (const { 0: token, index } of start.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return isJsonText(start.slice(0, index + token.length));
  }
  return false;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const bodyNeverAccepted = (flaw: 'empty' | 'not JSON'): Claim =>
  neverAcceptedIf(({ request }) =>
    flawOfBody(request) === flaw ? `a request whose body is ${flaw}` : undefined,
  );

export const isBadRequest = ({ requestContent, request }: ReadExchange, contract: Contract): boolean =>
  requestContent.defects.some(
    (defect) => isToBlame(contract, defect, requestContent) || isNullRequired(defect),
  ) || flawOfBody(request) !== undefined;

export const isNullRequired = ({ constraint, value }: Breach): boolean =>
  constraint.keyword === 'type' && value === null && !constraint.optional;

/** Whether a request contains characters above U+FFFF, however they are written. */
export function isBeyondBmp(request: HttpRequest): boolean {
  const json = jsonOfRequest(request);
  return json !== undefined && /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(json));
}

const masks: Record<string, readonly string[]> = {
  type: ['const', 'enum'],
  minLength: ['format', 'pattern'],
  maxLength: ['format', 'pattern'],
};

export const maskOf = (
  contract: Contract,
  { operation, pointer, keyword }: Constraint,
): Constraint | undefined =>
  constraintsOf(contract, operation).find(
    (other) => other.pointer === pointer && masks[keyword]?.includes(other.keyword),
  );

type EchoTerms = {
  readonly sentAt: Path;
  readonly shownAt: Path;
  readonly isMeant?: (sent: string) => boolean;
  /** The part of a text that has to be the same; by default all of it. */
  readonly read?: (text: string) => string;
};

/** The claim that a text is returned as it was sent. */
export const echoed = ({ sentAt, shownAt, isMeant = () => true, read = (text) => text }: EchoTerms): Claim =>
  eachCreation(({ exchange, sent, shown }, judge) => {
    const [text, back] = [at(sent, ...sentAt), at(shown, ...shownAt)];
    if (typeof text !== 'string' || typeof back !== 'string' || !isMeant(text)) return;
    if (isBrokenAt(exchange, shownAt) || [text, back].some((one) => isUnknown(exchange, one))) return;
    judge.claim(read(back) === read(text) || areOneInstant(text, back), () => ({
      title: `${printPath(shownAt)} is returned as sent in ${printPath(sentAt)}`,
      expected: `${printPath(shownAt)} is ${printValue(text)}, as sent in ${printPath(sentAt)}`,
      saw: printValue(back),
      shown: [exchange],
    }));
  });

/** Claims that plain text is returned as sent. Spaces around it may be removed (READINGS 12). */
export const echoedPlain = (places: Pick<EchoTerms, 'sentAt' | 'shownAt'>): Claim[] => [
  echoed({ ...places, isMeant: isStableText }),
  echoed({
    ...places,
    isMeant: (text) => !isStableText(text) && isStableText(withoutSpacesAround(text)),
    read: withoutSpacesAround,
  }),
];

/** A claim that letters between U+0080 and U+FFFF are returned as sent, composed or not (READINGS 12). */
export const echoedLetters = (places: Pick<EchoTerms, 'sentAt' | 'shownAt'>): Claim =>
  echoed({ ...places, isMeant: (text) => lettersIn(text) !== '', read: lettersIn });

const lettersIn = (text: string): string =>
  (text.normalize('NFC').match(/(?=\p{L})[\u0080-\uffff]/gu) ?? []).join('');

const withoutSpacesAround = (text: string): string => text.replaceAll(/^ +| +$/g, '');

/**
 * Text that no server normalises: ASCII without control characters, and without spaces around it or side by side; or
 * nothing.
 */
const isStableText = (text: string): boolean => /^([!-~]+( [!-~]+)*)?$/.test(text);

/** The parts of a text beyond ASCII, composed, and its double spaces. */
const beyondPlain = (text: string): string =>
  (withoutSpacesAround(text.normalize('NFC')).match(/ {2,}|\P{ASCII}+/gu) ?? []).join('');

/** The text at a path; undefined if there is another value. */
export function textAt(shown: Json, ...path: Path): string | undefined {
  const value = at(shown, ...path);
  return typeof value === 'string' ? value : undefined;
}

/** What servers do to text that they keep, by the end of the name of the mutant. */
const textFaults: Readonly<Record<string, (text: string) => string>> = {
  'are returned in lower case': (text) => text.toLowerCase(),
  'are cut after 255 characters': (text) => text.slice(0, 255),
  'lose leading zeros if they are digits': (text) => text.replace(/^0+(?=\d+$)/, ''),
  'come back escaped for HTML': htmlEscaped,
  'come back percent-decoded': (text) => text.replaceAll('%2F', '/'),
  'lose what is beyond ASCII': (text) => text.replaceAll(/\P{ASCII}/gu, '?'),
  'are written as UTF-8 and read as Latin-1': misencoded,
  'lose their accents': withoutAccents,
};

const faultsBeyondPlain: Readonly<Record<string, (text: string) => string>> = {
  'have one space where several were sent': (text) => text.replaceAll(/ +/g, ' '),
  'have plain quotation marks instead of others': (text) => text.replaceAll('’', "'"),
  'have another character instead of each above U+FFFF': (text) =>
    text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
};

/** A free text of an operation: its name in the plural, and its places. */
type FreeText = Pick<EchoTerms, 'sentAt' | 'shownAt'> & {
  readonly operation: OperationId;
  readonly words: string;
};

/** A mutant that rewrites a text in responses. */
export const rewritten = (
  { operation, shownAt }: Pick<FreeText, 'operation' | 'shownAt'>,
  rewrite: (text: string) => string,
): Mutant =>
  changeAt(operation, shownAt)((shown) => (typeof shown === 'string' ? rewrite(shown) : undefined));

const rewriting = (text: FreeText, faults: typeof textFaults): MutantTable =>
  mutantsBy(
    (rewrite) => rewritten(text, rewrite),
    Object.fromEntries(Object.entries(faults).map(([fault, rewrite]) => [`${text.words} ${fault}`, rewrite])),
  );

/** The claims and mutants of a rule that a free text is returned as sent. */
export const returnsText = (text: FreeText) => ({
  claims: [...echoedPlain(text), echoedLetters(text)],
  mutants: {
    ...rewriting(text, textFaults),
    [`${text.words} of requests that are sent at once are mixed up`]: keptInOnePlace(
      text.operation,
      text.sentAt,
      text.shownAt,
    ),
  },
});

/** The same of what goes beyond plain letters, which is a `should`. */
export const returnsTextBeyondPlain = (text: FreeText) => ({
  claims: [echoed({ ...text, isMeant: (sent) => beyondPlain(sent) !== '', read: beyondPlain })],
  mutants: rewriting(text, faultsBeyondPlain),
});

/** The rule that an accepted request returns one of some statuses, such as `201` or `2XX`. */
export const returnsStatus = (operation: OperationId, title: string, named: readonly string[]): RuleRow => ({
  title,
  claims: [
    eachAccepted((exchange, judge) => {
      const { status } = exchange.response;
      const isNamed = named.some((one) => [String(status), '2XX', 'DEFAULT'].includes(one.toUpperCase()));
      judge.claim(isNamed, () => ({
        expected: `the status ${oneOf(named)}`,
        saw: `status ${status}`,
        shown: [exchange],
      }));
    }),
  ],
  mutants: { 'the status is 207': changeStatus(operation, (status) => (status <= 299 ? 207 : status)) },
});

/** The claim that optional fields, all or those of some constraints, are absent, and not null. */
export const absentNotNull = (isMeant: (constraint: Constraint) => boolean = () => true): Claim => ({
  on: 'response',
  judge: ({ shape, page, json = {}, operation, id, request, response }, judge) => {
    if (!shape || (page ? page.size === 0 : !showsRecord(judge.contract, operation, json))) return;
    const found = shape.nulls.find(({ constraint }) => isMeant(constraint));
    judge.claim(found === undefined, () => ({
      title: `${printField(found?.path ?? [])} is absent, not null`,
      expected: `${place(json, found?.path ?? [])} is absent`,
      saw: 'null',
      shown: [{ id, request, response }],
    }));
  },
});
