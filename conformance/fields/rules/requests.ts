import { isDeepStrictEqual } from 'node:util';
import { alternativesOf, nameOf } from '../../../src/contract/combine.ts';
import { fieldOf, wordsForAll } from '../../../src/contract/constraint-words.ts';
import {
  type Constraint,
  type Contract,
  firstPath,
  requestConstraints,
} from '../../../src/contract/contract.ts';
import { isConverted } from '../../../src/contract/levels.ts';
import { operationIn } from '../../../src/contract/operations.ts';
import { triedBeside } from '../../../src/contract/record.ts';
import { allows, nearestOf, sampleOf, schemaWithin } from '../../../src/contract/schema-values.ts';
import type { Mutant } from '../../../src/http/exchange.ts';
import {
  at,
  instances,
  isObject,
  isOfType,
  type Json,
  type JsonObject,
  withAt,
} from '../../../src/json/json.ts';
import { matches } from '../../../src/json/matching.ts';
import { requiredOf, schemaAt } from '../../../src/json/schema-at.ts';
import { isUuid } from '../../../src/json/uuid.ts';
import type { Breach, ReadExchange } from '../../core/evidence.ts';
import { attempts } from '../../core/judge-attempts.ts';
import { jsonOfRequest } from '../../core/requests.ts';
import { kindRules, mutantTable, type RuleMutant, rowsByClause } from '../../core/rule.ts';
import type { Topic } from '../../core/topic.ts';
import { isToBlame, maskOf, neverAccepted } from '../../create/claims.ts';
import {
  breakingOnly,
  breakingOwn,
  foreign,
  otherKinds,
  schemaOfConstraint,
  takesEmail,
} from '../../create/invalid-values.ts';
import { kindsBeside } from '../../create/object-kinds.ts';
import { unusualAddress } from '../../create/valid-body.ts';
import { overlookInBody, rejectWhere, takeWhere } from '../../mutants/edits.ts';

/** The keywords with rules from here; the others have rules of their own. */
const keywords = ['required', 'type', 'format', 'const', 'enum', 'maxLength', 'minLength'];

/** One rule for each clause on requests: what breaks it is rejected, and what is at its bound accepted. */
export default kindRules('all', ['rejections'], (operation, contract) => {
  const own = requestConstraints(contract, operation).filter(
    ({ keyword, clause }) => keywords.includes(keyword) || clause.derived === true,
  );
  const { sentIn } = operationIn(contract, operation);
  return {
    ...rowsByClause(own, (constraints) => ({
      title: titlesOf(constraints),
      topic: topicOfRequests(constraints, sentIn.length),
      ...(constraints.every(({ keyword }) => keyword === 'required') ? { shows: 'required' } : {}),
      claims: [attempts, neverAccepted(breachOf(contract, constraints, false))],
      mutants: () => mutantTable(constraints.flatMap((constraint) => requestMutants(contract, constraint))),
    })),
    ...rowsByClause(
      own.filter(({ converted }) => converted !== undefined),
      (constraints) => ({
        title: `a request is rejected if ${constrainedFields(constraints)} can only be converted to ${wordsForAll(constraints)}`,
        topic: topicOfRequests(constraints, sentIn.length),
        claims: [attempts, neverAccepted(breachOf(contract, constraints, true))],
        mutants: () =>
          mutantTable(constraints.flatMap((constraint) => typeMutants(contract, constraint, true))),
      }),
      ({ converted }) => converted,
    ),
  };
});

const constrainedFields = (constraints: readonly Constraint[]): string =>
  constraints.map((one) => (fieldOf(one) === 'body' ? 'its body' : fieldOf(one))).join(' or ');

/** Whether a value belongs to the clause of a constraint about values that some readers convert, or to that of the others. */
const isMeant = ({ converted, value }: Constraint, sent: Json, isAboutConverted: boolean): boolean =>
  converted === undefined || isConverted(value, sent) === isAboutConverted;

const breachOf =
  (contract: Contract, constraints: readonly Constraint[], isAboutConverted: boolean) =>
  (breach: Breach, request: ReadExchange['requestContent']): boolean =>
    constraints.includes(breach.constraint) &&
    isMeant(breach.constraint, breach.value as Json, isAboutConverted) &&
    isToBlame(contract, breach, request);

function topicOfRequests(constraints: readonly Constraint[], depth: number): Topic {
  const keywords = constraints.map(({ keyword }) => keyword);
  const isOfBody = constraints.some((one) => firstPath(one).length <= depth);
  if (isOfBody || keywords.includes('required')) return ['required values', 'required'];
  if (keywords.some((one) => ['const', 'enum'].includes(one))) return ['required values'];
  return [
    'rejections',
    keywords.some((one) => ['type', 'format', 'pattern'].includes(one)) ? 'forms' : 'lengths',
  ];
}

const titlesOf = (constraints: readonly Constraint[]): string =>
  new Set(constraints.map(fieldOf)).size === 1 && constraints.every(({ keyword }) => keyword !== 'required')
    ? titleOfRequests(constraints)
    : constraints.map((one) => titleOfRequests([one])).join(', and ');

const titleOfRequests = (constraints: readonly Constraint[]): string => {
  const [first] = constraints;
  if (!first) return '';
  const field = fieldOf(first);
  return first.keyword === 'required'
    ? `a request without ${field} is rejected`
    : `a request is rejected if ${field === 'body' ? 'its body' : field} is not ${wordsForAll(constraints)}`;
};

function requestMutants(contract: Contract, constraint: Constraint): RuleMutant[] {
  const { id, keyword } = constraint;
  const dropped: RuleMutant = { name: `${id} not enforced`, amend: { constraint: id } };
  switch (keyword) {
    case 'type':
      return typeMutants(contract, constraint);
    case 'format':
      return [dropped, ...looseFormMutants(constraint), ...narrowFormMutants(contract, constraint)];
    case 'enum':
      return listMutants(constraint);
    case 'maxLength':
    case 'minLength':
      return [
        ...lengthMutants(contract, constraint),
        ...besideOptional(contract, constraint),
        ...inOtherKinds(contract, constraint),
      ];
    case 'required':
      return [dropped, ...besideOptional(contract, constraint), ...unwrapping(contract, constraint)];
    case 'pattern':
      return [dropped, ...partlyMatchedMutants(contract, constraint)];
    case 'anyOf':
      return [dropped, ...alternativeMutants(contract, constraint)];
    case 'const':
      return typeof constraint.value === 'string' ? [dropped, caseMutant(constraint)] : [dropped];
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'minItems':
    case 'maxItems':
      return [dropped, ...boundMutants(contract, constraint)];
    // No request at the bound is tried.
    case 'minProperties':
    case 'maxProperties':
      return [dropped, ...boundMutants(contract, constraint).slice(0, 1)];
    default:
      return [dropped];
  }
}

/** Servers that know only the first alternative, or verify only that. */
function alternativeMutants(contract: Contract, constraint: Constraint): RuleMutant[] {
  const schema = schemaWithin(operationIn(contract, constraint.operation).request, firstPath(constraint));
  const [first, ...others] = alternativesOf(schema);
  const isOf = (one: JsonObject) => (value: Json) =>
    nearestOf(schema, value) === one && requiredOf(one).every((name) => at(value, name) !== undefined);
  const checked = others.find((one) => breakingOwn(schema, sampleOf(one, contract.texts)).some(isOf(one)));
  return [
    ...others.slice(0, 1).map((other) => ({
      name: `${constraint.id}: ${nameOf(other)} rejected`,
      wire: rejectSent(constraint, (value) => nearestOf(schema, value) !== first),
    })),
    ...(checked
      ? [
          {
            name: `${constraint.id}: bounds of ${nameOf(checked)} not verified`,
            wire: takeSent(
              constraint,
              (value) => isObject(value) && !allows(schema, value) && isOf(checked)(value),
            ),
          },
        ]
      : []),
  ];
}

const caseMutant = (constraint: Constraint): RuleMutant => ({
  name: `${constraint.id} compared without regard to case`,
  wire: inOtherLetters(constraint),
});

/** If values are listed, dropping the type changes nothing, so the fault is put on the wire. */
function typeMutants(contract: Contract, constraint: Constraint, isAboutConverted = false): RuleMutant[] {
  const { id, value, converted } = constraint;
  const types = [value].flat();
  const others = otherKinds(value).filter((one) => isMeant(constraint, one, isAboutConverted));
  const taken = takeSent(
    constraint,
    (sent) =>
      sent !== null &&
      !types.some((type) => isOfType(type, sent)) &&
      isMeant(constraint, sent, isAboutConverted),
  );
  const quoted = takeSent(constraint, (sent) => typeof sent === 'string' && /^\d+$/.test(sent));
  const name = `${id} not enforced`;
  // A body that is not an object has no `data` either.
  if (firstPath(constraint).length === 0 && operationIn(contract, constraint.operation).sentIn.length > 0)
    return [];
  return [
    ...(types.includes('null') && !isAboutConverted
      ? [{ name: `${id}: null rejected`, wire: rejectSent(constraint, (sent) => sent === null) }]
      : []),
    maskOf(contract, constraint) || converted ? { name, wire: taken } : { name, amend: { constraint: id } },
    ...(others.includes('5') ? [{ name: `${id} read from digits in quotes`, wire: quoted }] : []),
    ...kindMutants(constraint, others),
  ];
}

/** A server that rejects requests with such a value at the place of a constraint. */
const rejectSent = (constraint: Constraint, isMeant: (sent: Json) => boolean): Mutant =>
  rejectWhere(constraint.operation, (json) =>
    instances(json ?? null, firstPath(constraint)).some(({ value }) => isMeant(value)),
  );

/** A server that accepts requests with such a value at the place of a constraint. */
const takeSent = (constraint: Constraint, isTaken: (sent: Json) => boolean): Mutant =>
  takeWhere(constraint.operation, (request) =>
    instances(jsonOfRequest(request) ?? null, firstPath(constraint)).some(({ value }) => isTaken(value)),
  );

function kindMutants(constraint: Constraint, others: readonly Json[]): RuleMutant[] {
  return others.map((one) => ({
    name: `${Array.isArray(one) ? 'a list' : JSON.stringify(one)} taken for ${fieldOf(constraint)}`,
    wire: takeSent(constraint, (sent) =>
      Array.isArray(one) ? Array.isArray(sent) : JSON.stringify(sent) === JSON.stringify(one),
    ),
  }));
}

const looseForms: Readonly<Record<string, Readonly<Record<string, (text: string) => boolean>>>> = {
  uuid: {
    'told from its length': (text) => text.length >= 36 && !isUuid(text),
    'taken without hyphens': (text) => /^[0-9a-f]{32}$/i.test(text),
    'taken with a line break at its end': (text) => text.endsWith('\n') && isUuid(text.slice(0, -1)),
  },
  email: {
    'taken for an address if it holds an @': (text) => /^[^@]*@.*@/.test(text),
    'taken for an address if it holds one': (text) => /[^@\s]@[^@\s]+\s/.test(text),
  },
};

const looseFormMutants = (constraint: Constraint): RuleMutant[] =>
  Object.entries(looseForms[String(constraint.value)] ?? {}).map(([name, isTaken]) => ({
    name: `${constraint.id} ${name}`,
    wire: takeSent(constraint, (sent) => typeof sent === 'string' && isTaken(sent)),
  }));

/** Servers that look for a match at the start of the text only, or at its end. */
const partlyMatchedMutants = (contract: Contract, constraint: Constraint): RuleMutant[] => {
  const pattern = String(constraint.value);
  return Object.entries({ start: pattern.replace(/\$$/, ''), end: pattern.replace(/^\^/, '') }).flatMap(
    ([place, looser]) => {
      const isTaken = (sent: Json): boolean =>
        typeof sent === 'string' && matches(looser, sent) && !matches(pattern, sent);
      return breakingOnly(contract, constraint).some(isTaken)
        ? [{ name: `${constraint.id} matched at the ${place} only`, wire: takeSent(constraint, isTaken) }]
        : [];
    },
  );
};

const narrowFormMutants = (contract: Contract, constraint: Constraint): RuleMutant[] =>
  unusualAddress(contract, constraint) === undefined
    ? []
    : [
        {
          name: `${constraint.id} rejects an address with a plus sign`,
          wire: rejectSent(constraint, (sent) => String(sent).includes('+')),
        },
      ];

function listMutants({ id, value }: Constraint): RuleMutant[] {
  const allowed: readonly Json[] = Array.isArray(value) ? value : [];
  return [
    { name: `${id} not enforced`, amend: { constraint: id } },
    ...foreign(allowed).map((one) => ({
      name: `${id} takes ${one} too`,
      amend: { constraint: id, value: [...allowed, one] },
    })),
  ];
}

function inOtherLetters(constraint: Constraint): Mutant {
  return overlookInBody(constraint.operation, (json) => {
    const sent = at(json, ...firstPath(constraint));
    const isMeant = typeof sent === 'string' && sent.toLowerCase() === String(constraint.value).toLowerCase();
    return isMeant ? withAt(json, firstPath(constraint), constraint.value) : undefined;
  });
}

/** If the form of a value rejects what is out of bounds, the fault is put on the wire. */
function lengthMutants(contract: Contract, constraint: Constraint): RuleMutant[] {
  const { id, keyword, value, operation } = constraint;
  const wider = keyword === 'maxLength' ? 1 : -1;
  const by = (name: string, step: number): RuleMutant => ({
    name: `${id} ${name} by one`,
    amend: { constraint: id, value: Number(value) + step },
  });
  const amended = [
    { name: `${id} not enforced`, amend: { constraint: id } },
    by('loosened', wider),
    by('tightened', -wider),
    ...(keyword === 'maxLength' && mayBeLeftOut(contract, constraint)
      ? [{ name: `${id} lets nothing pass`, amend: { constraint: id, value: 0 } }]
      : []),
  ];
  if (maskOf(contract, constraint) === undefined) return amended;
  // A narrower bound does not show: no address at the bound is tried.
  if (keyword === 'maxLength' && takesEmail(contract, constraint)) return amended.slice(0, 2);
  const wire = takeWhere(operation, (request) => isTooLong(constraint, jsonOfRequest(request)));
  return [{ name: `${id} not enforced`, wire }];
}

const boundMutants = (contract: Contract, constraint: Constraint): RuleMutant[] => {
  const { id, keyword, value } = constraint;
  const bound = Number(value);
  const wider = /max/i.test(keyword) ? 1 : -1;
  const little = bound + wider * Math.max(0.1, Math.abs(bound) / 1e5);
  return [
    { name: `${id} loosened by one`, amend: { constraint: id, value: bound + wider } },
    { name: `${id} tightened by one`, amend: { constraint: id, value: bound - wider } },
    ...(/imum$/.test(keyword) && takesFractions(schemaOfConstraint(contract, constraint))
      ? [{ name: `${id} loosened a little`, amend: { constraint: id, value: little } }]
      : []),
  ];
};

/** Whether numbers of a schema may be as near to each other as one likes. */
const takesFractions = ({ type = 'number', multipleOf }: JsonObject): boolean =>
  [type].flat().includes('number') && multipleOf === undefined;

/** Servers that enforce a constraint only beside an optional object, or only without it. */
function besideOptional(contract: Contract, constraint: Constraint): RuleMutant[] {
  const { id, keyword, operation } = constraint;
  const { sentIn } = operationIn(contract, operation);
  const optional = triedBeside(operationIn(contract, operation));
  if (
    optional === undefined ||
    firstPath(constraint).length !== sentIn.length + 1 ||
    maskOf(contract, constraint)
  )
    return [];
  const isBroken = keyword === 'required' ? isAbsentIn : isTooLong;
  return [true, false].map((isThere) => ({
    name: `${id} not enforced ${isThere ? 'beside' : 'without'} ${optional}`,
    wire: takeWhere(operation, (request) => {
      const json = jsonOfRequest(request);
      return isBroken(constraint, json) && (at(json, ...sentIn, optional) !== undefined) === isThere;
    }),
  }));
}

/** Servers that enforce a constraint only in the first kind of the object that it is in. */
const inOtherKinds = (contract: Contract, constraint: Constraint): RuleMutant[] =>
  kindsBeside(contract, constraint).map(({ field, value, select }) => ({
    name: `${constraint.id} not enforced with ${field} ${value}`,
    wire: takeWhere(constraint.operation, (request) => {
      const json = jsonOfRequest(request);
      return json !== undefined && isTooLong(constraint, json) && isDeepStrictEqual(select(json), json);
    }),
  }));

/** Servers that accept the fields of a missing object in its place. */
function unwrapping(contract: Contract, constraint: Constraint): RuleMutant[] {
  const [wrapper, ...below] = firstPath(constraint);
  if (wrapper === undefined || below.length > 0) return [];
  if (operationIn(contract, constraint.operation).sentIn.join() !== wrapper) return [];
  const wire = overlookInBody(constraint.operation, (json) =>
    isObject(json) && json[wrapper] === undefined && Object.keys(json).length > 0
      ? { [wrapper]: json }
      : undefined,
  );
  return [{ name: `${constraint.id} not enforced if its fields are there without it`, wire }];
}

function mayBeLeftOut({ operations }: Contract, constraint: Constraint): boolean {
  const { request, sentIn } = operationIn({ operations }, constraint.operation);
  const [field, ...below] = firstPath(constraint).slice(sentIn.length);
  const required = at(schemaAt(request, sentIn), 'required');
  return below.length === 0 && Array.isArray(required) && !required.includes(field ?? '');
}

function isAbsentIn(constraint: Constraint, json: Json | undefined): boolean {
  const path = firstPath(constraint);
  return isObject(at(json, ...path.slice(0, -1))) && at(json, ...path) === undefined;
}

function isTooLong(constraint: Constraint, json: Json | undefined): boolean {
  const sent = at(json, ...firstPath(constraint));
  const { keyword, value } = constraint;
  if (typeof sent !== 'string') return false;
  return keyword === 'maxLength' ? sent.length > Number(value) : sent.length < Number(value);
}
