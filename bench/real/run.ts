// Checks public servers, in versions with reported bugs and in versions without: npm run bench -- real ['NAME']

import { installed, judge } from './judge.ts';
import { servers } from './servers.ts';

const [pattern = ''] = process.argv.slice(2);
for (const server of servers.filter(({ name, version }) => `${name} ${version}`.includes(pattern))) {
  const { broken, last, warned } = await judge(server, await installed(server));
  const missed = server.reports.filter(({ rule }) => !broken.some((one) => rule.test(one)));
  const further = broken.filter((one) => !server.reports.some(({ rule }) => rule.test(one)));
  const found = server.reports.length - missed.length;
  process.stdout.write(
    `${server.name} ${server.version} (${server.language}): ${found} of ${server.reports.length} reported bugs found; ${warned} warnings\n` +
      missed.map(({ url, says }) => `  missed: ${says} (${url})\n`).join('') +
      further.map((rule) => `  beside them: ${rule}\n`).join('') +
      `  ${last}\n`,
  );
}
