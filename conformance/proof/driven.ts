import type { Contract } from '../../src/contract/contract.ts';
import { type Edited, loadEdited } from '../../src/contract/testing.ts';
import { createStub } from '../../src/stub/create.ts';
import { isLost } from '../../src/wire/exchange.ts';
import { type Json, withAt, withoutAt } from '../../src/wire/json.ts';
import { specimen } from '../creation/specimen.ts';
import { creation } from '../creation/submit.ts';
import { loadCatalogue } from '../engine/catalogue.ts';
import { runCheck } from '../engine/check.ts';
import type { Rule } from '../engine/rule.ts';
import { catalog, target } from './ground.ts';

/** What is done to a body. */
export type Change = (body: Json) => Json;

const stubOn = (contract: Contract) => createStub({ contract, catalog, seed: 'driven' });

/** How the stub on a contract answers a subscription with a payment authority, changed so. */
export async function answers(contract: Contract, changes: readonly Change[]): Promise<string> {
  const { transport } = stubOn(contract);
  const plain = specimen(contract, target, 'subscription', ['payment_authority']);
  const replies = changes.map(async (change) => {
    const reply = await transport(
      creation({ contract, target }, 'subscription', JSON.stringify(change(plain))),
    );
    return !isLost(reply) && reply.status < 300 ? 'accepted' : 'refused';
  });
  return (await Promise.all(replies)).join(' ');
}

/** What a check by the rules of a contract finds on the stub that runs on a contract, the same or another. */
export async function check(contract: Contract, served: Contract, only: readonly string[] = []) {
  const catalogue = await loadCatalogue(contract);
  const { transport } = stubOn(served);
  const { results, headline } = await runCheck({
    contract,
    catalogue,
    target,
    transport,
    selection: { only },
  });
  return { headline, verdicts: results.map(({ verdict }) => verdict) };
}

/** The rule of that id that a contract brings, if it brings one. */
export async function ruleOf(contract: Contract, id: string): Promise<Rule | undefined> {
  return (await loadCatalogue(contract)).rules.find((rule) => rule.id === id);
}

/** What of a rule and its clause follows from the contract. */
export async function words(contract: Contract, id: string) {
  const rule = await ruleOf(contract, id);
  const short = (name: string): string => name.replace(`${id} `, '');
  return {
    title: rule?.title,
    text: rule && contract.clauses.get(rule.clause)?.text,
    mutants: rule?.mutants.map(({ name }) => short(name)),
    amendments: rule?.mutants.flatMap((breach) =>
      'amend' in breach ? [breach.amend.value ?? 'dropped'] : [],
    ),
  };
}

/** A contract read from edited copies of its files. */
export const edit = async (edited: Edited): Promise<Contract> => (await loadEdited(edited)).contract;

/** Puts a reference of that length in. */
export const reference =
  (length: number): Change =>
  (body) =>
    withAt(body, ['data', 'external_ref'], 'a'.repeat(length));
/** Puts that gateway in. */
export const gateway =
  (value: string): Change =>
  (body) =>
    withAt(body, ['data', 'payment_authority', 'type'], value);
/** Leaves a member of `data` out. */
export const without =
  (member: string): Change =>
  (body) =>
    withoutAt(body, ['data', member]);
