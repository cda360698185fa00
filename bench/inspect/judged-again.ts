/** Checks the stub under every fault on the wire, and inspects the record of each check: both have to find the same. */
import { isTold, judgeAgain } from '../../test/recorded/judged-again.ts';
import { ownMutants } from './part.ts';

const differing: string[] = [];
for (const { rule, mutant } of ownMutants) {
  const { found, again } = await judgeAgain(mutant);
  const told = found.filter(isTold);
  if (told.join() === again.join()) continue;
  differing.push(rule);
  process.stdout.write(
    `${rule}: ${mutant.name}\n  the check found ${told.join(', ')}\n  its record says ${again.join(', ')}\n`,
  );
}
process.stdout.write(
  `${ownMutants.length} faults: ${ownMutants.length - differing.length} judged again as before\n`,
);
process.exitCode = differing.length === 0 ? 0 : 1;
