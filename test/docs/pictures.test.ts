import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { html } from '../../conformance/report/page-of-check.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import {
  picturedCommand, picturedFault, picturedToken, picturedUrl, saidInPicture, saidOnPage, saidOnTerminal,
} from '../../tools/pictures/pictured-run.ts'; // biome-ignore format: one glance
import { terminalPicture } from '../../tools/pictures/terminal-picture.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming, contract, ruleSet } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { root } from './pages.ts';

const pictured = (name: string): Promise<string> => readFile(join(root, 'docs/pictures', name), 'utf8');

/** The run that is pictured, in process. */
async function run() {
  const fault = ruleSet.rules.flatMap(({ mutants }) => mutants).find(({ name }) => name === picturedFault);
  if (!fault || !('wire' in fault)) throw new Error('the fault in the pictures is gone');
  const file = { ...targetOfCatalog(catalog, picturedUrl), token: picturedToken };
  const origins = new Map([[picturedToken, { variable: 'ASSAY_TOKEN' }]]);
  const target = { ...resolveTarget(contract, file, picturedUrl), origins };
  const check = await createCheck({ contract, target }, {});
  const stub = conforming({ mutants: [fault.wire] });
  const host = new URL(picturedUrl).host;
  const report = await check.run((request) =>
    stub({ ...request, headers: [...request.headers, ['host', host]] }),
  );
  const style = { colours: coloursIf(true), verbose: false };
  const shown = { ...report, command: picturedCommand };
  return { output: terminal(shown, style), page: html(shown) };
}

describe('the pictures of the README (if they are not of today: npm run pictures)', async () => {
  const { output, page } = await run();

  test('show what the command prints today', async () => {
    const picture = await pictured('check.svg');
    expect(saidInPicture(picture)).toBe(saidOnTerminal(output));
    expect(saidInPicture(terminalPicture(picturedCommand, output))).toBe(saidOnTerminal(output));
    for (const [shown, other] of [
      ['violates', 'conforms'],
      ['1 rule', '2 rules'],
      [' untested', '0 untested'],
      [' requests', '0 requests'],
    ] as const)
      expect(saidOnTerminal(output.replace(shown, other))).not.toBe(saidOnTerminal(output));
  });

  test('show the report as it is drawn today', async () => {
    expect(await pictured('report.txt')).toBe(saidOnPage(page));
  });
});
