import { type Contract, type FieldPromise, promisesOf } from '../../../src/contract/contract.ts';
import { isChanging, operationIn } from '../../../src/contract/operations.ts';
import { at, type Json } from '../../../src/json/json.ts';
import { schemaAt, typesOf } from '../../../src/json/schema-at.ts';
import { printPath, printValue } from '../../../src/print.ts';
import type { Claim } from '../../core/claim.ts';
import { distinct, eachCreation, isBrokenAt } from '../../core/claims.ts';
import { isUnknown } from '../../core/redacted-values.ts';
import { type ClaimOfRule, kindRules, type MutantTable } from '../../core/rule.ts';
import { isAsSent } from '../../core/sameness.ts';
import { echoedLetters, echoedPlain } from '../../create/claims.ts';
import { storedThoughTakenBy } from '../../life/mutants.ts';
import { shownIn } from '../../life/relations.ts';
import { changeAt } from '../../mutants/edits.ts';

/** One rule for each field of an amended contract that is returned as sent, or differs if requests differ. */
export default kindRules('all', ['fields'], (operation, contract) =>
  Object.fromEntries(
    promisesOf(contract, operation).map((promise) => [
      promise.clause.id.slice(operation.length + 1),
      () => ({
        title: promise.clause.text.replaceAll('`', '').replace(/\.$/, ''),
        shows: 'content',
        topic: promise.sentAt ? ['fields', 'echo'] : ['fields', 'distinct'],
        ...(promise.sentAt ? returned(contract, promise, promise.sentAt) : differing(contract, promise)),
      }),
    ]),
  ),
);

const returned = (contract: Contract, { operation, path }: FieldPromise, sentAt: FieldPromise['path']) => {
  const schema = schemaAt(operationIn(contract, operation).response, path);
  const texts = isRewritten(schema)
    ? []
    : [...echoedPlain({ sentAt, shownAt: path }), echoedLetters({ sentAt, shownAt: path })];
  return {
    claims: [...texts, returnedValue(sentAt, path, schema)],
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
const returnedValue = (sentAt: FieldPromise['path'], shownAt: FieldPromise['path'], schema: unknown): Claim =>
  eachCreation(({ exchange, sent, shown }, judge) => {
    const [value, back] = [at(sent, ...sentAt), at(shown, ...shownAt)] as (Json | undefined)[];
    const mayBeNull = typesOf(schema).includes('null');
    if ((value ?? null) === null || back === undefined || (back === null && !mayBeNull)) return;
    if (typeof value === 'string' && typeof back === 'string' && !isRewritten(schema)) return;
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
const leavesToOthers =
  (name: string): ClaimOfRule =>
  (id) => ({
    on: 'attempt',
    judge: ({ clause, exchange, readings, what }, judge) => {
      if (clause !== id || !exchange) return;
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
