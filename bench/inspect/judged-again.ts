/** Checks the stub under every fault on the wire, and inspects the record of each check: both have to find the same. */
import { liveOnly } from '../../conformance/recorded/live-only.ts';
import { judgeAgain, wireMutants } from '../../test/recorded/judged-again.ts';

const [part = '1/1'] = process.argv.slice(2);
const [index = 1, count = 1] = part.split('/').map(Number);
const own = wireMutants.filter((_, place) => place % count === index - 1);
const differing: string[] = [];
for (const { rule, mutant } of own) {
  const { found, again } = await judgeAgain(mutant);
  const told = found.filter((finding) => !Object.keys(liveOnly).some((one) => finding.startsWith(one)));
  if (told.join() === again.join()) continue;
  differing.push(rule);
  process.stdout.write(
    `${rule}: ${mutant.name}\n  the check found ${told.join(', ')}\n  its record says ${again.join(', ')}\n`,
  );
}
process.stdout.write(`${own.length} faults: ${own.length - differing.length} judged again as before\n`);
process.exitCode = differing.length === 0 ? 0 : 1;
