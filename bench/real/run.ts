// Checks public servers, in versions with reported bugs and in versions without: npm run bench -- real ['NAME']

import { installed, judge } from './judge.ts';
import { servers } from './servers.ts';

const [pattern = ''] = process.argv.slice(2);
for (const server of servers.filter(({ name }) => name.includes(pattern))) {
  const { broken, last, warned } = await judge(server, await installed(server));
  const has = (rules: readonly string[], rule: string): boolean =>
    rules.some((one) => new RegExp(rule).test(one));
  const found = server.reports.filter(({ rule }) => has(broken, rule));
  const lines = [
    `${server.name} (${server.language}): ${found.length} of ${server.reports.length} reported bugs found`,
    ...server.reports.map(
      ({ url, says, rule }) =>
        `  ${has(broken, rule) ? 'found' : has(warned, rule) ? 'warned' : 'missed'}: ${says} (${url})`,
    ),
    ...broken
      .filter((one) => !server.reports.some(({ rule }) => has([one], rule)))
      .map((rule) => `  beside them: ${rule}`),
    `  ${last}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
