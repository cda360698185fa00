// Public servers that install in seconds, with a reported bug and without it.

import { expect, test } from 'vitest';
import { installed, judge } from './judge.ts';
import { servers } from './servers.ts';

const fast = servers.filter(({ name }) => /^(fastapi-pagination|Feathers)/.test(name));

for (const server of fast)
  test(`${server.name}: what users reported is found`, { timeout: 300_000 }, async ({ skip }) => {
    const folder = await installed(server).catch(({ message }: Error) =>
      skip(`cannot be installed here: ${message}`),
    );
    const { broken } = await judge(server, folder);
    for (const { missed, rule } of server.reports)
      if (missed === undefined) expect(broken).toContainEqual(expect.stringMatching(rule));
    if (server.reports.length === 0) expect(broken).toEqual([]);
  });
