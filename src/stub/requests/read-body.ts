import type { OperationId } from '../../contract/contract.ts';
import { header } from '../../http/exchange.ts';
import { leadingValue, parseBody } from '../../json/body.ts';
import { at, type Json, withAt } from '../../json/json.ts';
import type { Choices } from '../choices/choices.ts';
import { choiceReason } from '../replies/reason.ts';
import { type Problem, type Rejection, reject } from '../replies/rejection.ts';
import { createBodyCheck, problemAt } from './check-body.ts';
import type { Incoming, Setup } from './handler.ts';

/** Keeps, removes or rejects spaces around the field that a client may fill as it likes, as the choice is. */
function mindSpaces(
  json: Json,
  operation: OperationId,
  member: string,
  choices: Choices,
): { readonly json: Json; readonly problems: readonly Problem[] } {
  const choice = choices['surrounding-spaces'];
  const text = at(json, 'data', member);
  if (choice === 'kept' || typeof text !== 'string') return { json, problems: [] };
  const bare = text.replace(/^ +| +$/g, '');
  if (bare === text) return { json, problems: [] };
  const reason = choiceReason('surrounding-spaces', operation);
  return choice === 'removed'
    ? { json: withAt(json, ['data', member], bare), problems: [] }
    : { json, problems: [problemAt(`/data/${member}`, 'has spaces around it', reason)] };
}

/** A valid request body, or its rejection. */
type ReadBody = { readonly json: Json } | { readonly rejected: Rejection };

/** Checks that do not follow from the contract alone. */
export type ExtraCheck = (json: Json) => Problem[];

/** How deep a body may nest: far deeper than the contract, far shallower than the call stack. */
const depthLimit = 64;

/** Creates the reader that parses and checks the request bodies of one operation. */
export function createBodyReader(
  setup: Setup,
  operation: OperationId,
  own: {
    readonly check: ExtraCheck;
    /** The field that a client may fill as it likes. */
    readonly freeText: string;
  },
): (incoming: Incoming) => ReadBody {
  const { choices, pointers } = setup;
  const check = createBodyCheck(setup, operation);
  const pointer = pointers.operation(operation, 'requestBody');
  const unreadable = choices['refusal-status'] === 409 ? 409 : 400;
  const invalid = (status: number, problems: readonly Problem[]): ReadBody => ({
    rejected: reject(status, problems),
  });
  return ({ headers, body }) => {
    const type = header(headers, 'content-type');
    if (isTypeRejected(choices['content-type-required'], type)) {
      const reason = { ...choiceReason('content-type-required', operation), pointer: `${pointer}/content` };
      const problem = { detail: 'the body must be JSON', source: { header: 'Content-Type' }, reason };
      return { rejected: reject(415, [problem]) };
    }
    const whole = parseBody(body);
    const begun = 'unreadable' in whole ? parseBody(leadingValue(body)) : whole;
    const read = choices['trailing-text'] === 'ignored' ? begun : whole;
    if ('unreadable' in read) {
      const clause = `${operation}/request-body-${body.byteLength === 0 ? 'required' : 'json'}`;
      const reason = 'json' in begun ? choiceReason('trailing-text', operation) : { clause };
      return invalid(unreadable, [{ detail: read.unreadable, reason: { ...reason, pointer } }]);
    }
    if (isDeeper(read.json, depthLimit))
      return invalid(unreadable, [{ detail: 'the body nests too deeply' }]);
    const spaces = mindSpaces(read.json, operation, own.freeText, choices);
    const far =
      choices['beyond-bmp'] === 'rejected' && isBeyondBmp(read.json)
        ? [problemAt('', 'has characters above U+FFFF', choiceReason('beyond-bmp', operation))]
        : [];
    const problems = [...check(read.json), ...own.check(read.json), ...spaces.problems, ...far];
    return problems.length > 0 ? invalid(choices['refusal-status'], problems) : { json: spaces.json };
  };
}

/** Whether a request is rejected for the type that its header names, or for naming none. */
const isTypeRejected = (choice: Choices['content-type-required'], type: string | undefined): boolean =>
  choice !== 'never' && !isJsonType(type) && !(choice === 'if-named' && type === undefined);

const isJsonType = (type = ''): boolean =>
  type === 'application/json' ||
  (/^\s*(application\/json|[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json)\s*(;|$)/i.test(type) &&
    /^(utf-?8)?$/i.test(/;\s*charset="?([^";]*)/i.exec(type)?.[1]?.trim() ?? ''));

const isBeyondBmp = (json: Json): boolean => /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(json));

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true;
  return false;
}
