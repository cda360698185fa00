import { describe, expect, it } from 'vitest';
import { sampled } from '../seed.ts';
import { brokenIn, check, contract, ruleSet, stubWith } from './checked.ts';

const named = [
  'accepted', 'status', 'shown', 'repeatable', 'keeps-others', 'rejected-changes-nothing', 'gone', 'not-listed',
  'others-stay', 'again-not-crash', 'listed', 'counted', 'rejected-not-stored', 'same-again', 'as-created', 'authorization',
  'found', 'total-kept', 'not-after-deletion', 'location', 'listed-as-changed', 'sorted-as-changed', 'listed-each-value', 'sorted-as-created', 'creates-none', 'null-clears',
  'if-match-current', 'if-match-stale', 'if-match-status', 'etag-changes', 'time-of-change', 'if-none-match-current', 'if-none-match-other', 'other-parent', 'unknown-parent', 'unknown-id', 'unknown-id-not-crash', 'id-form',
]; // biome-ignore format: one glance

const rules = ruleSet.rules.filter(({ id }) => named.includes(id.slice(id.indexOf('/') + 1)));

describe('the life of a record', () => {
  const kindOf = (id: string) => contract.operations[id]?.kind;

  it('has a kind for each of its operations', () => {
    const kinds = ['createBook', 'listBooks', 'getBook', 'replaceBook', 'updateBook', 'deleteBook'].map(
      kindOf,
    );
    expect(kinds).toEqual(['create', 'list', 'read', 'replace', 'update', 'delete']);
  });

  it('is lived by the stub as the rules say', async () => {
    const seen = await check(stubWith());
    expect(brokenIn(seen)).toEqual([]);
    const passed = new Set(seen.results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? [rule] : [])));
    expect(rules.map(({ id }) => id).filter((id) => !passed.has(id))).toEqual([]);
  });

  // Where nothing was accepted before, it is not known what is valid.
  const isTried = ({ name }: { readonly name: string }): boolean => name !== 'every request is rejected';
  const faults = rules.flatMap(({ id, mutants }) =>
    mutants
      .filter(isTried)
      .flatMap((mutant) => ('wire' in mutant ? [[id, mutant.name, mutant.wire] as const] : [])),
  );

  it('is shown with the accepted request first after which a reading is wrong', async () => {
    const id = 'updateBook/keeps-others';
    const [fault] = faults.filter(([rule]) => rule === id).map(([, , wire]) => wire);
    const { results } = await check(stubWith(fault ? [fault] : []), [id]);
    const methods = results.flatMap(({ exchanges }) =>
      exchanges.slice(0, 2).map(({ request }) => request.method),
    );
    expect(methods).toEqual(['PATCH', 'GET']);
  });

  it.each(sampled(faults, 20))('%s finds: %s', async (id, _name, wire) => {
    const { results } = await check(stubWith([wire]), [id]);
    expect(results.map(({ rule, verdict }) => `${rule}: ${verdict}`)).toEqual([`${id}: fail`]);
  });
});
