import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { startStub } from '../../conformance/testing.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { targetOfCatalog } from '../../test/target-of-catalog.ts';
import { picturedCommand, picturedFault, picturedToken, picturedUrl, saidOnPage } from './pictured-run.ts';
import { terminalPicture } from './terminal-picture.ts';

// Takes the pictures of the README: a run of the command on a stub with a fault, and its HTML report.
const pictures = new URL('../../docs/pictures/', import.meta.url);
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

if (existsSync(chromiumPath)) await takePictures();
else {
  process.stderr.write(
    `The report is drawn by chromium, and ${chromiumPath} is missing: apt-get install chromium, or set CHROMIUM.\n`,
  );
  process.exitCode = 2;
}

async function takePictures(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pictures-'));
  await using stub = await startStub({ listen: { port: Number(new URL(picturedUrl).port) } });
  using _ = await stub.fault({ kind: 'mutant', name: picturedFault });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how a target file names a variable
  const target = { ...targetOfCatalog(await loadCatalog(), stub.baseUrl), token: '${ASSAY_TOKEN}' };
  await writeFile(join(folder, 'stub.yaml'), stringify(target));
  const output = await runIn(folder, [
    ...picturedCommand.split(' ').slice(1),
    '--report',
    'html=report.html',
  ]);
  // The report is asked for beside; the command that is shown does without.
  await writeFile(
    new URL('check.svg', pictures),
    terminalPicture(picturedCommand, output.replaceAll(' --report html=report.html', '')),
  );
  const page = join(folder, 'report.html');
  await drawPage(page);
  await writeFile(new URL('report.txt', pictures), saidOnPage(await readFile(page, 'utf8')));
  await rm(folder, { recursive: true });
}

/** What the command writes to a terminal with colours. */
async function runIn(folder: string, words: readonly string[]): Promise<string> {
  const bin = fileURLToPath(new URL('../../conformance/cli/bin.ts', import.meta.url));
  // The command names itself as it was started: here by its name, not by npm.
  const { npm_command: _npm, ...inherited } = process.env;
  const env = { ...inherited, FORCE_COLOR: '1', ASSAY_TOKEN: picturedToken };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', bin, ...words], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return output;
}

/** Draws the top of a report. */
async function drawPage(file: string): Promise<void> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const page = await browser.newPage({
    viewport: { width: 1100, height: 1140 },
    offline: true,
    colorScheme: 'light',
  });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: fileURLToPath(new URL('report.png', pictures)) });
  await browser.close();
}
