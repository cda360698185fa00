import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { start } from './processes/start.ts';

/** No command takes more memory than this, whatever is done to it, in MiB. */
const mostMemory = 700;
/** Time enough for a slow machine; nothing here is measured by it. */
const patience = 240_000;

const target = '/v2/application-keys';
const sent = { data: { type: 'application_key', name: 'a' } };
const wide = `[${'[],'.repeat(10_000_000)}[]]`;

const folder = process.cwd();

it(
  'an archive whose bodies hold millions of values is inspected within its memory',
  async () => {
    const file = join(folder, 'wide.har');
    const headers = [{ name: 'content-type', value: 'application/json' }];
    const entry = {
      startedDateTime: '2026-11-22T10:00:00.000Z',
      request: {
        method: 'POST',
        url: `http://127.0.0.1:8080${target}`,
        headers,
        postData: { mimeType: 'application/json', text: JSON.stringify(sent) },
      },
      response: {
        status: 201,
        headers,
        content: { mimeType: 'application/json', text: wide.slice(0, 6_000_000) },
      },
    };
    await writeFile(file, JSON.stringify({ log: { version: '1.2', entries: [entry, entry, entry] } }));
    await using inspect = await start('inspect', file);
    const { out, error, peak } = await inspect.end();
    expect(out, error).toContain('3 with a body of more than 250,000 values');
    expect(peak).toBeLessThan(mostMemory);
  },
  patience,
);
