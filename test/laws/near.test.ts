import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { drawFrom } from '../../conformance/core/random-draws.ts';
import { operationsInScope, type RulesOfScope } from '../../conformance/core/rule.ts';
import { type LawTrial, trials } from '../../conformance/proof/trials.ts';
import { choicesOf } from '../../src/contract/choices.ts';
import { root } from '../docs/pages.ts';
import { seed } from '../seed.ts';
import { contract } from '../shipped.ts';
import { options } from './law-trials.ts';

// What `npm test -- FILE…` tries of the laws: the rules nearest to the files first, and then all else, as long as there is time.

/** Through how many imports each file is reached from those that were named. */
const distances = new Map(Object.entries<number>(JSON.parse(process.env.TEST_NEAR ?? '{}')));
const until = Number(process.env.TEST_UNTIL ?? Number.POSITIVE_INFINITY);

/** How far a file is, or half a step more than whatever is nearest in its folder: what it judges, others there ask for. */
function distanceTo(file: string): number {
  const beside = [...distances].flatMap(([other, distance]) =>
    dirname(other) === dirname(file) ? distance + 0.5 : [],
  );
  return distances.get(file) ?? Math.min(...beside);
}

/** The rules by how far the file is that defines them. */
async function rulesByDistance(): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, string[]>();
  const files = globSync(['conformance/*/**/rules.ts', 'conformance/*/rules/*.ts', 'spec/rules/*/rules.ts'], {
    cwd: root,
  });
  for (const name of files) {
    const { default: defined } = (await import(new URL(`../../${name}`, import.meta.url).href)) as {
      default: RulesOfScope | readonly RulesOfScope[];
    };
    const ids = [defined]
      .flat()
      .flatMap(({ scope, table }) =>
        operationsInScope(contract, scope).flatMap((operation) =>
          Object.keys(typeof table === 'function' ? table(operation, contract) : table).map(
            (rule) => `${operation}/${rule}`,
          ),
        ),
      );
    const distance = distanceTo(name);
    found.set(distance, [...(found.get(distance) ?? []), ...ids.filter((id) => contract.clauses.has(id))]);
  }
  return new Map([...found].toSorted(([one], [other]) => one - other));
}

const shuffled = (name: string, list: readonly LawTrial[]): LawTrial[] => {
  const left = [...list];
  return list.map((_, place) => {
    const [drawn] = drawFrom(seed, `${name} ${place}`, [...left.keys()], 1);
    return left.splice(drawn ?? 0, 1)[0] as LawTrial;
  });
};

/** The choices whose ids the files themselves contain. */
const texts = await Promise.all(
  [...distances].flatMap(([file, distance]) =>
    distance === 0 ? readFile(new URL(`../../${file}`, import.meta.url), 'utf8') : [],
  ),
);
const namedChoices = [...choicesOf(contract).keys()].filter((id) =>
  texts.some((text) => text.includes(`'${id}'`)),
);

/** Whether a trial is about one of these. */
const isNamed = ({ subject, trial }: LawTrial): boolean =>
  namedChoices.some((id) => subject === id || trial.includes(`${id}=`));

/** The trials, the nearest first. */
async function* nearestFirst(): AsyncGenerator<LawTrial> {
  const variants = await trials({ laws: ['choices'] });
  yield* variants.slice(0, 2);
  const byDistance = await rulesByDistance();
  for (const [distance, only] of byDistance)
    if (Number.isFinite(distance)) yield* shuffled('kills', await trials({ only }));
  const drawn = shuffled('others', [...options(), ...(await trials({ laws: ['observations', 'mute'] }))]);
  const others = [...drawn.filter(isNamed), ...drawn.filter((trial) => !isNamed(trial))];
  yield* others.splice(0, drawn.filter(isNamed).length);
  const far = byDistance.get(Number.POSITIVE_INFINITY) ?? [];
  const kills = far.length > 0 ? shuffled('kills', await trials({ only: far })) : [];
  while (others.length > 0 || kills.length > 0) {
    yield* others.splice(0, 2);
    yield* kills.splice(0, 8);
  }
}

test('the laws hold for the rules nearest to the files, and for as many others as there is time', async () => {
  const broken: string[] = [];
  for await (const trial of nearestFirst()) {
    if (Date.now() > until || broken.length > 2) break;
    const { law, subject, trial: name, holds, said } = await trial.run();
    if (!holds) broken.push(`${law}: ${subject}: ${name}: ${said}`);
  }
  expect(broken).toEqual([]);
});
