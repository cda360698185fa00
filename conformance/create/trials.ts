import { isDeepStrictEqual } from 'node:util';
import { fieldOf } from '../../src/contract/constraint-words.ts';
import {
  type Clause,
  type Constraint,
  type Contract,
  firstPath,
  requestConstraints,
} from '../../src/contract/contract.ts';
import { clauseId } from '../../src/contract/kind-clauses.ts';
import { isConverted } from '../../src/contract/levels.ts';
import { isChanging, type OperationId, operationIn } from '../../src/contract/operations.ts';
import { sampleOf } from '../../src/contract/schema-values.ts';
import { header } from '../../src/http/exchange.ts';
import { formatValues, isFormat } from '../../src/json/formats.ts';
import { at, isObject, type Json, objectIn, withAt, withoutAt } from '../../src/json/json.ts';
import { requiredOf } from '../../src/json/schema-at.ts';
import { shortened } from '../../src/words.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { Breach, NotApplicable } from '../core/evidence.ts';
import { hasNonce, nonce, withoutNonce } from '../core/nonces.ts';
import type { Trial } from './attempts.ts';
import { maskOf } from './claims.ts';
import type { TrialControls } from './controls.ts';
import { creationsOf } from './creations.ts';
import { editAt } from './edit-place.ts';
import { type Control, type Edit, sendingHeader } from './edits.ts';
import {
  atBound,
  breakingAll,
  breakingOnly,
  breakingOwn,
  foreign,
  misshapen,
  otherKinds,
  schemaOfConstraint,
  textAtLength,
} from './invalid-values.ts';
import { kindsBeside } from './object-kinds.ts';
import { otherText } from './other-texts.ts';
import {
  alternativeValues,
  isOptional,
  isWithinOptional,
  knownGoodFor,
  unusualAddress,
} from './valid-body.ts';

const together = 4;

/**
 * Creates records concurrently, each with its own text: a server that overwrites requests returns the text of
 * another.
 */
export async function createAtOnce(
  context: ExperimentContext,
  operation: OperationId,
  control: Control,
  edit: Edit,
): Promise<void> {
  const { inTurn, send } = creationsOf(context, operation);
  const count = Math.min(together, context.writesLeft());
  await inTurn(() => Promise.all(Array.from({ length: count }, () => send(control, edit))));
}

type Flaw = {
  readonly what: string;
  readonly edit: (control: Json) => Json;
  /** What it breaks, if that is not the clause of its constraint. */
  readonly clause?: Clause | undefined;
};

function constraintTrials(
  context: ExperimentContext,
  operation: OperationId,
  trialControls: TrialControls,
): Trial[] {
  const own = requestConstraints(context.contract, operation);
  return own.flatMap((constraint) => {
    const turn = own.filter(({ keyword }) => keyword === constraint.keyword).indexOf(constraint);
    const flaws = flawsOf(context, constraint);
    return [...flaws, ...inOtherKinds(context, constraint, flaws, trialControls)].flatMap((flaw, index) =>
      trialsOf(context, constraint, flaw, turn + index, trialControls),
    );
  });
}

/** The first flaw of what must be rejected, in each other kind of the object that it is in. */
function inOtherKinds(
  context: ExperimentContext,
  constraint: Constraint,
  flaws: readonly Flaw[],
  { least, full = least }: TrialControls,
): Flaw[] {
  const [flaw] = flaws.filter(({ clause }) => (clause ?? constraint.clause).level === 'must');
  if (!flaw) return [];
  const body = full(knownGoodFor(context, constraint.operation)[0]);
  return kindsBeside(context.contract, constraint)
    .filter(({ select }) => !isDeepStrictEqual(select(body), body))
    .map(({ field, value, select }) => ({
      ...flaw,
      what: `${flaw.what} and with ${field} ${JSON.stringify(value)}`,
      edit: (control) => select(flaw.edit(control)),
    }));
}

/**
 * By turns in the least and the fullest request, since a server may read only one of them; what section 7 names in
 * both.
 */
function trialsOf(
  { contract }: ExperimentContext,
  constraint: Constraint,
  { what, edit, clause }: Flaw,
  turn: number,
  { least, full, whyNotFull }: TrialControls,
): Trial[] {
  const trial = {
    clause: (clause ?? constraint.clause).id,
    expects: 'rejection' as const,
    what: `a request ${what}`,
    breaks: (breach: Breach) => breach.constraint === constraint,
    edit,
  };
  const path = firstPath(constraint);
  // If a valid one is rejected, the rejection of an invalid one shows nothing.
  if (whyNotFull && isOptional(contract, constraint.operation, path))
    return [{ ...trial, control: least, notApplicable: whyNotFull }];
  if (isWithinOptional(contract, constraint.operation, path)) return [{ ...trial, control: full ?? least }];
  if (!full) return [{ ...trial, control: least }];
  const isFree = maskOf(contract, constraint) === undefined;
  const { level, usual = level } = clause ?? constraint.clause;
  if (
    usual === 'must' &&
    path.length === operationIn(contract, constraint.operation).sentIn.length + 1 &&
    isFree
  )
    return [least, full].map((control) => ({ ...trial, control }));
  return [{ ...trial, control: turn % 2 === 0 ? least : full }];
}

function flawsOf(context: ExperimentContext, constraint: Constraint): Flaw[] {
  const { contract } = context;
  const { keyword, value } = constraint;
  const { sentIn } = operationIn(contract, constraint.operation);
  const field = fieldOf(constraint);
  const isFree = maskOf(contract, constraint) === undefined;
  const put = (bad: Json): Flaw => ({
    what: `with ${field} ${shortened(JSON.stringify(bad), mostShown)}`,
    edit: (control) => withValue(contract, constraint, control, bad),
  });
  const sized = (length: number): Flaw => ({
    ...put(textAtLength(contract, constraint, length)),
    what: `with ${field} of ${length} characters`,
  });
  switch (keyword) {
    case 'required':
      return [
        {
          what: `without ${field}`,
          edit: (control) => editAt(contract, constraint, control, (holder, key) => withoutAt(holder, [key])),
        },
        ...(sentIn.join() === firstPath(constraint).join() ? unwrapped(firstPath(constraint)) : []),
      ];
    case 'type':
      // A body that is not an object has no `data`, which is tried.
      return firstPath(constraint).length === 0 && sentIn.length > 0
        ? []
        : otherKinds(value).map((kind) => ({
            ...(Array.isArray(kind) ? inList(contract, constraint, kind) : put(kind)),
            clause: isConverted(value, kind) ? constraint.converted : undefined,
          }));
    case 'format':
      return misshapen(value, '(one)').map((shown, place) => ({
        ...put(shown),
        edit: (control) =>
          editAt(contract, constraint, control, (holder, key) =>
            withAt(holder, [key], misshapen(value, soundText(value, at(holder, key)))[place] ?? shown),
          ),
      }));
    case 'const':
    case 'enum':
      return foreign([value].flat()).map(put);
    case 'maxLength':
      return [sized(Number(value) + 1)];
    // One length is enough if the form rejects it, too.
    case 'minLength':
      return [Number(value) - 1, 0].slice(0, isFree ? 2 : 1).map(sized);
    case 'anyOf': {
      const schema = schemaOfConstraint(contract, constraint);
      const values = alternativeValues(context, constraint);
      const wholes = [...new Map(values).values()];
      return [
        ...breakingAll(schema, values[0]?.[1] ?? null),
        ...wholes.flatMap((whole) => breakingOwn(schema, whole)),
      ].map(put);
    }
    case 'minProperties':
    case 'maxProperties':
    case 'additionalProperties':
      return fieldFlaws(contract, constraint);
    default:
      return isOfTeam(context, constraint) ? breakingOnly(contract, constraint).map(put) : [];
  }
}

/** An object with unknown fields, or with too few or too many fields. */
function fieldFlaws(contract: Contract, constraint: Constraint): Flaw[] {
  const { keyword, value } = constraint;
  const field = fieldOf(constraint);
  const schema = schemaOfConstraint(contract, constraint);
  const { additionalProperties: others } = schema;
  const needed = requiredOf(schema);
  const least = Number(value) - 1;
  const edited = (what: string, edit: (fields: readonly NamedField[]) => readonly NamedField[]): Flaw[] => [
    {
      what: `with ${what}${field === 'body' ? '' : ` in ${field}`}`,
      edit: (control) =>
        editAt(contract, constraint, control, (holder, key) => {
          const fields = Object.entries(objectIn(holder, key));
          return withAt(holder, [key], Object.fromEntries(edit(fields)));
        }),
    },
  ];
  const unknown = (count: number): NamedField[] =>
    Array.from({ length: Math.max(1, count) }, (_, index) => [
      `assay_unknown_${index + 1}`,
      isObject(others) ? sampleOf(others, contract.texts) : 'text',
    ]);
  if (keyword === 'additionalProperties')
    return edited('an unknown field', (fields) => [...fields, ...unknown(1)]);
  if (keyword === 'maxProperties')
    return edited(`more than ${value} fields`, (fields) => [
      ...fields,
      ...unknown(Number(value) + 1 - fields.length),
    ]);
  const isNeeded = ([name]: NamedField): number => Number(needed.includes(name));
  return edited(least === 0 ? 'no fields' : `only ${least} of its fields`, (fields) =>
    fields.toSorted((one, other) => isNeeded(other) - isNeeded(one)).slice(0, least),
  );
}

type NamedField = [name: string, value: Json];

/** The text of a control with a format, else another that has it. */
const soundText = (format: Json, text: unknown): string =>
  String(text ?? (isFormat(format) ? formatValues[format].keeps[0] : ''));

const withValue = (contract: Contract, constraint: Constraint, body: Json, value: Json): Json =>
  editAt(contract, constraint, body, (holder, key) => withAt(holder, [key], value));

/** Whether a constraint was changed by an Overlay: others have trials of their own. */
const isOfTeam = ({ contract: { amended } }: ExperimentContext, { id, clause }: Constraint): boolean =>
  clause.derived === true || amended.includes(id);

const unwrapped = ([wrapper, ...below]: readonly string[]): Flaw[] =>
  wrapper === undefined || below.length > 0
    ? []
    : [
        {
          what: `with its fields at the top level instead of in ${wrapper}`,
          edit: (control) => (at(control, wrapper) ?? {}) as Json,
        },
      ];

/** Some servers take a list for the only value in it. */
const inList = (contract: Contract, constraint: Constraint, [value = null]: readonly Json[]): Flaw => ({
  what: `with ${fieldOf(constraint)} in a list`,
  edit: (control) =>
    editAt(contract, constraint, control, (holder, key) =>
      withAt(holder, [key], [(at(holder, key) as Json | undefined) ?? value]),
    ),
});

/** Invalid bodies: an empty one, and one that does not begin with a JSON value (READINGS 3). */
function bodyTrials(operation: OperationId, { least }: TrialControls): Trial[] {
  const common = { expects: 'rejection' as const, control: least };
  return [
    {
      ...common,
      clause: clauseId(operation, 'request-body-required'),
      what: 'a request with an empty body',
      text: () => '',
    },
    {
      ...common,
      clause: clauseId(operation, 'request-body-json'),
      what: 'a request whose body breaks off before its last brace',
      text: (control) => control.slice(0, -1),
    },
  ];
}

function nullTrials(
  { contract }: ExperimentContext,
  operation: OperationId,
  { least, full, whyNotFull }: TrialControls,
): Trial[] {
  const isWithin = (one: Constraint): boolean => isWithinOptional(contract, operation, firstPath(one));
  return requestConstraints(contract, operation, 'required').map((one) => ({
    clause: clauseId(operation, 'request-null-required'),
    what: `a request with ${fieldOf(one)} null`,
    expects: 'rejection',
    breaks: () => true,
    control: isWithin(one) ? (full ?? least) : least,
    edit: (control: Json) => withValue(contract, one, control, null),
    notApplicable: isWithin(one) ? whyNotFull : undefined,
  }));
}

/** A request that has to be accepted, with a value; or, if that is a text without a nonce, another one of its form. */
const acceptanceWith = (
  contract: Contract,
  constraint: Constraint,
  value: Json,
  how: string,
  clause = constraint.clause.id,
): Omit<Trial, 'control'> => ({
  clause,
  what: `a request with ${fieldOf(constraint)} ${how}`,
  expects: 'acceptance',
  edit: (body) => withValue(contract, constraint, body, value),
  ...(typeof value === 'string' && !hasNonce(value)
    ? {
        otherwise: (body, number) =>
          withValue(
            contract,
            constraint,
            body,
            otherText(schemaOfConstraint(contract, constraint), value, number) ?? value,
          ),
      }
    : {}),
});

/** Trials that texts of the least and the greatest length are accepted, for the constraints that are wanted. */
export function boundTrials(
  { contract }: ExperimentContext,
  operation: OperationId,
  control: Control,
  isWanted: (constraint: Constraint) => boolean,
  notApplicable?: NotApplicable,
): Trial[] {
  return requestConstraints(contract, operation)
    .filter(({ keyword }) => keyword === 'minLength' || keyword === 'maxLength')
    .filter((one) => isWanted(one) && maskOf(contract, one) === undefined)
    .map((one) => ({
      ...acceptanceWith(
        contract,
        one,
        textAtLength(contract, one, Number(one.value)),
        `of ${one.value} characters`,
      ),
      control,
      notApplicable,
    }));
}

/** Trials that an e-mail address of an unusual form is accepted. */
export const addressTrials = (
  { contract }: ExperimentContext,
  operation: OperationId,
  control: Control,
  notApplicable?: NotApplicable,
): Trial[] =>
  requestConstraints(contract, operation, 'format').flatMap((one) => {
    const address = unusualAddress(contract, one);
    if (address === undefined) return [];
    const how = JSON.stringify(withoutNonce(address));
    return { ...acceptanceWith(contract, one, address, how), control, notApplicable };
  });

/** Requests with texts of the greatest length whose last letter is one of two bytes. */
export const letterTrials = (
  { contract }: ExperimentContext,
  operation: OperationId,
  control: Control,
): Trial[] => {
  const clause = clauseId(operation, 'request-letters-counted');
  if (!contract.clauses.has(clause)) return [];
  return requestConstraints(contract, operation, 'maxLength')
    .filter((one) => Number(one.value) > 0 && maskOf(contract, one) === undefined)
    .map((one) => {
      const text = `${textAtLength(contract, one, Number(one.value)).slice(0, -1)}é`;
      const how = `of ${one.value} characters, of which the last is é`;
      return { ...acceptanceWith(contract, one, text, how, clause), control };
    });
};

/** Whether a change writes one of the values that a field has: from one state, a record may not get into each other. */
const hasState = (contract: Contract, { keyword, operation }: Constraint): boolean =>
  keyword === 'enum' && isChanging(operationIn(contract, operation));

/** Requests with a value just within each constraint that has no written rule. */
export const derivedBoundTrials = (
  context: ExperimentContext,
  operation: OperationId,
  control: Control,
): Trial[] => {
  const { contract } = context;
  return requestConstraints(contract, operation)
    .filter(({ clause }) => clause.derived)
    .flatMap((one) => {
      const values =
        one.keyword === 'anyOf'
          ? alternativeValues(context, one).map(([name, value]) => [`as ${name}`, value] as const)
          : atBound(contract, one).map((value) => [shortly(value), value] as const);
      const clause = hasState(contract, one) ? clauseId(operation, 'each-value') : one.clause.id;
      return values.map(([how, value]) => ({
        ...acceptanceWith(contract, one, value, how, clause),
        control,
      }));
    });
};

const mostShown = 400;

/** A text that is long, or another in each request, is described by its length. */
const shortly = (value: Json): string =>
  typeof value === 'string' && (value.length > 60 || hasNonce(value))
    ? `of ${value.length} characters`
    : JSON.stringify(value);

/** Trials that requests which break the contract are rejected: one for each constraint, and of the body as a whole. */
export const invalidTrials = (
  context: ExperimentContext,
  operation: OperationId,
  trialControls: TrialControls,
): Trial[] => [
  ...constraintTrials(context, operation, trialControls),
  ...bodyTrials(operation, trialControls),
  ...nullTrials(context, operation, trialControls),
];

/** Texts that servers change: by escaping, by decoding, by another encoding. Those with only letters must be kept (READINGS 12, 15). */
export const hardTexts = (noun: string, sign: string) => ({
  punctuated: `${noun} No. 7/2 & "Co" <b> 'x' 50%2F_a+b=c; ${nonce}`,
  beyondAscii: `Zoë’s ${sign}  😀 ${nonce}`,
  letters: `Crème brûlée 注文 ${nonce}`,
});

/** A request with a parameter in its media type (READINGS 27). */
export const withCharset = (operation: OperationId, control: Control): Trial => ({
  clause: clauseId(operation, 'request-charset'),
  what: 'a request with charset=utf-8 in its media type',
  expects: 'acceptance',
  control,
  headers: (sent) => sendingHeader('content-type', `${header(sent, 'content-type')}; charset=utf-8`)(sent),
});
