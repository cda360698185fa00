import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { operationOf } from '../../conformance/core/operation-of.ts';
import { isOfKind } from '../../src/contract/operations.ts';
import { type HttpRequest, isLost, type Transport } from '../../src/http/exchange.ts';
import { checked, conforming, contract, faulty, ruleSet } from '../shipped.ts';
import { fieldRules } from './law-trials.ts';

// How many responses each mutant of a listing changes, and what they are then. A change of structure changes nothing here; another
// change has to want each line that differs, and `vitest run test/laws/mutants.test.ts -u` writes them.

/** A few letters that are others as soon as something in a text is. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

const isOfListing = (operation: string | undefined): boolean =>
  operation !== undefined && isOfKind(contract, operation, 'list');

/** A quarter of the requests of a check for listings: the same ones if others are added. */
async function requestsOfCheck(): Promise<readonly HttpRequest[]> {
  const sent = new Map<string, HttpRequest>();
  const serve = conforming();
  await checked((request) => {
    if (isOfListing(operationOf(contract, request))) sent.set(request.target, request);
    return serve(request);
  });
  return [...sent].filter(([target]) => /^[0-3]/.test(digest(target))).map(([, request]) => request);
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

test('a mutant of a listing changes what it changed before', async () => {
  const requests = await requestsOfCheck();
  const usual = await responsesOf(conforming(), requests);
  const stated = fieldRules(contract);
  const lines: string[] = [];
  for (const { id, operation, mutants } of ruleSet.rules)
    for (const mutant of isOfListing(operation) && !stated.has(id) ? mutants : []) {
      if ('amend' in mutant) continue;
      const seen = await responsesOf(faulty(mutant), requests);
      const changed = seen.flatMap((one, place) =>
        one === usual[place] ? [] : [`${requests[place]?.target} ${one}`],
      );
      const how = changed.length === 0 ? 'none' : `${changed.length} ${digest(changed.join('\n'))}`;
      lines.push(`${id} · ${mutant.name} · ${how}`);
    }
  await expect([...lines.sort(), ''].join('\n')).toMatchFileSnapshot('mutants.txt');
});
