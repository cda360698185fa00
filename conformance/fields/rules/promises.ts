import { type Contract, type FieldPromise, isLeftOut, promisesOf } from '../../../src/contract/contract.ts';
import { isChanging, operationIn } from '../../../src/contract/operations.ts';
import { listedValues } from '../../../src/contract/satisfiable.ts';
import { allows, sampleOf } from '../../../src/contract/schema-values.ts';
import { at, isObject, type Json, type Path } from '../../../src/json/json.ts';
import { schemaAt, typesOf } from '../../../src/json/schema-at.ts';
import { printPath, printValue } from '../../../src/print.ts';
import type { Claim } from '../../core/claim.ts';
import { eachCreation, isBrokenAt } from '../../core/claims.ts';
import { distinct } from '../../core/distinct.ts';
import { isUnknown } from '../../core/redacted-values.ts';
import { kindRules, type MutantTable, type RuleRow } from '../../core/rule.ts';
import { isAsSent, isSameValue } from '../../core/same-as-sent.ts';
import { echoedLetters, echoedPlain } from '../../create/claims.ts';
import { storedThoughTakenBy } from '../../life/mutants.ts';
import { shownIn } from '../../life/relations.ts';
import { changeAt } from '../../mutants/edits.ts';

/** One rule for each field that is returned as sent, has its default if it is left out, or differs if requests differ. */
export default kindRules('all', ['fields'], (operation, contract) =>
  Object.fromEntries(
    promisesOf(contract, operation).map((promise) => [
      promise.clause.id.slice(operation.length + 1),
      () => ({
        title: promise.clause.text.replaceAll('`', '').replace(/\.$/, ''),
        shows: 'content',
        ...ruleOf(contract, promise),
      }),
    ]),
  ),
);

function ruleOf(contract: Contract, promise: FieldPromise): Pick<RuleRow, 'topic' | 'claims' | 'mutants'> {
  const { sentAt, leftOut } = promise;
  if (sentAt) return { topic: ['fields', 'echo'], ...returned(contract, promise, sentAt) };
  if (leftOut) return { topic: ['fields', 'echo'], ...filledIn(contract, promise, leftOut) };
  return { topic: ['fields', 'distinct'], ...differing(contract, promise) };
}

const returned = (contract: Contract, { operation, path }: FieldPromise, sentAt: FieldPromise['path']) => {
  const { request, response } = operationIn(contract, operation);
  const schema = schemaAt(response, path);
  const mayBeRewritten = isRewritten(schema) || isRewritten(schemaAt(request, sentAt));
  const texts = mayBeRewritten
    ? []
    : [...echoedPlain({ sentAt, shownAt: path }), echoedLetters({ sentAt, shownAt: path })];
  return {
    claims: [...texts, returnedValue(sentAt, path, { schema, mayBeRewritten })],
    mutants: {
      ...firstOfAll({ operation, path }),
      ...Object.fromEntries(
        changedValue(schema).map((change) => [
          `${printPath(path)} is not the one that was sent`,
          changeAt(operation, path)((shown) => (shown === undefined ? undefined : change(shown))),
        ]),
      ),
    },
  };
};

/** A pattern without a letter: of numbers. */
const ofNumbers = /^(?:\\[d.]|[^a-z\\])+$/i;

/** Whether servers may write what a text means in another form: an instant with another offset, a number with more zeros. */
const isRewritten = (schema: unknown): boolean =>
  ['date-time', 'decimal'].includes(String(at(schema, 'format'))) ||
  ofNumbers.test(String(at(schema, 'pattern') ?? 'any'));

/** The claim that a value is returned as sent; the rules on texts compare them. */
const returnedValue = (
  sentAt: FieldPromise['path'],
  shownAt: FieldPromise['path'],
  { schema, mayBeRewritten }: { readonly schema: unknown; readonly mayBeRewritten: boolean },
): Claim =>
  eachCreation(({ exchange, sent, shown }, judge) => {
    const [value, back] = [at(sent, ...sentAt), at(shown, ...shownAt)] as (Json | undefined)[];
    const mayBeNull = typesOf(schema).includes('null');
    if ((value ?? null) === null || back === undefined || (back === null && !mayBeNull)) return;
    if (typeof value === 'string' && typeof back === 'string' && !mayBeRewritten) return;
    if (isBrokenAt(exchange, shownAt) || isUnknown(exchange, back)) return;
    judge.claim(isAsSent(value, back), () => ({
      expected: `${printPath(shownAt)} is ${printValue(value)}, as sent in ${printPath(sentAt)}`,
      saw: printValue(back),
      shown: [exchange],
    }));
  });

function changedValue(schema: unknown): ((shown: Json) => Json)[] {
  const isOpen = ['const', 'enum', 'format', 'pattern'].every((keyword) => at(schema, keyword) === undefined);
  if (!isOpen) return [];
  return [
    (shown) => {
      if (typeof shown === 'number') return shown + (at(schema, 'maximum') === shown ? -1 : 1);
      if (typeof shown === 'boolean') return !shown;
      return typeof shown === 'string' ? shown.replace(/^./, (first) => (first === 'x' ? 'y' : 'x')) : shown;
    },
  ];
}

type LeftOut = NonNullable<FieldPromise['leftOut']>;

const filledIn = (contract: Contract, { operation, path }: FieldPromise, leftOut: LeftOut) => {
  const schema = schemaAt(operationIn(contract, operation).response, path);
  const [other] = otherValues(schema, leftOut.usual);
  return {
    claims: [hasDefault(path, leftOut, typesOf(schema).includes('null'))],
    mutants: {
      [`${printPath(path)} is another value if it is left out`]: changeAt(
        operation,
        path,
      )((shown, sent) => (shown === undefined || !isLeftOut(sent, leftOut.at) ? undefined : other)),
    },
  };
};

/** The claim that a field that a request leaves out has its default (OpenAPI 3.0, Schema Object, `default`). */
const hasDefault = (shownAt: Path, { at: sentAt, usual }: LeftOut, mayBeNull: boolean): Claim =>
  eachCreation(({ exchange, sent, shown }, judge) => {
    const back = at(shown, ...shownAt) as Json | undefined;
    if (!isLeftOut(sent, sentAt) || back === undefined || (back === null && !mayBeNull)) return;
    if (isBrokenAt(exchange, shownAt) || isUnknown(exchange, back)) return;
    judge.claim(isSameValue(usual, back), () => ({
      expected: `${printPath(shownAt)} is ${printValue(usual)}, the default of what the request leaves out`,
      saw: printValue(back),
      shown: [exchange],
    }));
  });

/** Values that are not the default of a field. */
const otherValues = (schema: unknown, usual: Json): readonly Json[] => {
  if (!isObject(schema)) return [];
  const numbers = typeof usual === 'number' ? [usual + 1, usual - 1] : [];
  const lists = isObject(schema.items) ? [[sampleOf(schema.items)]] : [];
  return [
    ...(listedValues(schema) ?? []),
    ...numbers,
    usual !== true,
    ...lists,
    sampleOf(schema),
    'other',
    null,
  ].filter((one) => allows(schema, one) && !isSameValue(usual, one));
};

const differing = (contract: Contract, { operation, path }: FieldPromise) => {
  const name = String(path.at(-1));
  return isChanging(operationIn(contract, operation))
    ? {
        claims: [leavesToOthers(name)],
        mutants: {
          [`a change to the ${name} of another record is stored`]: storedThoughTakenBy(operation, name),
        },
      }
    : { claims: [distinct({ shownAt: path })], mutants: firstOfAll({ operation, path }) };
};

/** The claim that a reading after a change to what another record has does not show it. */
const leavesToOthers = (name: string): Claim => ({
  on: 'attempt',
  judge: ({ exchange, readings, what }, judge) => {
    if (!exchange) return;
    const { contract } = judge;
    const [own, other] = [readings?.after.at(-1), readings?.before].map(
      (one) => shownIn(contract, one)?.[name],
    );
    if (own === undefined || other === undefined)
      return judge.untested(`${what}: the responses show nothing to compare`);
    judge.claim(!isAsSent(other, own), () => ({
      expected: `another ${name} than ${printValue(other)}, which another record has`,
      saw: `${printValue(own)} in both`,
      shown: [exchange, ...(readings?.after ?? []), ...(readings?.before ? [readings.before] : [])],
    }));
  },
});

const firstOfAll = ({ operation, path }: Pick<FieldPromise, 'operation' | 'path'>): MutantTable => ({
  [`${printPath(path)} is always that of the first request`]: (next, contract) => {
    let first: Json | undefined;
    return changeAt(
      operation,
      path,
    )((shown) => {
      first ??= shown;
      return first;
    })(next, contract);
  },
});
