import { expect, test } from 'vitest';
import { operationOf } from '../../conformance/core/operation-of.ts';
import type { Rule } from '../../conformance/core/rule.ts';
import { loadProof, type Proof } from '../../conformance/proof/proof.ts';
import { isOfKind } from '../../src/contract/operations.ts';
import { type HttpRequest, isLost, type Transport } from '../../src/http/exchange.ts';
import { exampleFile } from '../example-file.ts';
import { shipped } from '../shipped.ts';
import { digest } from './digest.ts';
import { fieldRules } from './law-trials.ts';

// How many responses each mutant of a listing changes, and what they are then. A change of structure changes nothing here; another
// change has to want each line that differs, and `vitest run test/laws/mutants.test.ts -u` writes them.

/** A quarter of the requests of a check for listings: the same ones, in the same order, if others are added. */
async function requestsOfCheck({ contract, conforming, checked }: Proof): Promise<readonly HttpRequest[]> {
  const sent = new Map<string, HttpRequest>();
  const serve = conforming();
  await checked((request) => {
    const operation = operationOf(contract, request);
    if (operation && isOfKind(contract, operation, 'list')) sent.set(request.target, request);
    return serve(request);
  });
  return [...sent.values()]
    .filter(({ target }) => /^[0-3]/.test(digest(target)))
    .toSorted((one, other) => (one.target < other.target ? -1 : 1));
}

async function responsesOf(transport: Transport, requests: readonly HttpRequest[]): Promise<string[]> {
  const seen: string[] = [];
  for (const request of requests) {
    const response = await transport(request);
    seen.push(
      isLost(response)
        ? response.lost
        : `${response.status} ${response.headers} ${Buffer.from(response.body)}`,
    );
  }
  return seen;
}

const examples = ['library', 'orders', 'events'];
const proofs = [
  shipped,
  ...(await Promise.all(examples.map((one) => loadProof({ openapi: exampleFile(one) })))),
];

/** The rules of listings that no field states. */
const rulesOf = ({ contract, ruleSet }: Proof): readonly Rule[] => {
  const stated = fieldRules(contract);
  return ruleSet.rules.filter(
    ({ id, operation }) => isOfKind(contract, operation, 'list') && !stated.has(id),
  );
};

const nameOf = ({ id }: Rule): string => id.slice(id.indexOf('/') + 1);

test.each(['shipped', ...examples].map((name, index) => [name, index] as const))(
  'a mutant of a listing changes what it changed before: %s',
  async (name, index) => {
    const [proof = shipped, ...earlier] = proofs.slice(0, index + 1).toReversed();
    // A rule that an earlier contract has is the same code.
    const tried = new Set(earlier.flatMap(rulesOf).map(nameOf));
    const requests = await requestsOfCheck(proof);
    const usual = await responsesOf(proof.conforming(), requests);
    const lines: string[] = [];
    for (const { id, mutants } of rulesOf(proof).filter((rule) => !tried.has(nameOf(rule))))
      for (const mutant of mutants) {
        if ('amend' in mutant) continue;
        const seen = await responsesOf(proof.faulty(mutant), requests);
        const changed = seen.flatMap((one, place) =>
          one === usual[place] ? [] : [`${requests[place]?.target} ${one}`],
        );
        const how = changed.length === 0 ? 'none' : `${changed.length} ${digest(changed.join('\n'))}`;
        lines.push(`${id} · ${mutant.name} · ${how}`);
      }
    await expect([...lines.sort(), ''].join('\n')).toMatchFileSnapshot(`mutants-${name}.txt`);
  },
);
