import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationIds } from '../../../src/contract/contract.ts';
import { type Choices, contraryChoices } from '../../../src/stub/choices/choices.ts';
import { makeStub, nodeNamed } from '../shop-stub.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
const title = executablePath ? 'in a browser' : 'in a browser (skipped: no Chromium under /usr/bin)';

describe.skipIf(executablePath === undefined)(title, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  /** Opens a page, and records its errors and its requests to other origins. */
  async function open(address: string): Promise<{ page: Page; problems: string[] }> {
    const page = await browser.newPage();
    const problems: string[] = [];
    const { origin } = new URL(address);
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
        problems.push(request.url());
    });
    await page.goto(address);
    return { page, problems };
  }

  it('the page links to a listing, and fits on a narrow screen', async () => {
    await using listening = await makeStub({ prefix: '/api', control: true }).listen();
    const { page, problems } = await open(new URL('/', listening.baseUrl).href);
    expect(await page.title()).toBe('Fernhollow Outfitters · assay stub');
    await page.setViewportSize({ width: 380, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('link', { name: 'Kits' }).click();
    expect(JSON.parse(await page.locator('body').innerText()).data).toHaveLength(3);
    expect(problems).toEqual([]);
  });

  it.each<[string, Partial<Choices>]>([
    ['the usual choices', {}],
    ['the contrary choices', contraryChoices],
    ['a token for each operation', { authentication: 'required', tokens: 'own' }],
  ])('every operation of the contract can be tried as it stands, under %s', async (_, choices) => {
    await using listening = await makeStub({ prefix: '/api', choices }).listen();
    const { page, problems } = await open(new URL('/__assay/reference', listening.baseUrl).href);
    const operations = page.locator('.opblock');
    await operations.nth(operationIds.length - 1).waitFor();
    expect(await operations.count()).toBe(operationIds.length);
    const statuses: string[] = [];
    for (const operation of await operations.all()) {
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      const status = operation.locator('.live-responses-table .response-col_status').last();
      await status.waitFor();
      statuses.push(await status.innerText());
    }
    const listing = operations.filter({ hasText: '/products' }).locator('.live-responses-table');
    expect(await listing.innerText()).toContain('"type": "product"');
    expect(statuses.map((status) => status.slice(0, 1))).toEqual(operationIds.map(() => '2'));
    expect(problems).toEqual([]);
  });

  it('a page of another origin may call the stub, but not control it', async () => {
    const stub = makeStub({ control: true });
    await using listening = await stub.listen();
    await using other = await makeStub().listen();
    const { page } = await open(`${other.baseUrl}/__assay/health`);
    const call = (path: string, init: object) =>
      page.evaluate(
        async ({ address, options }) => {
          const reply = await fetch(address, options).catch(() => undefined);
          return reply && [reply.status, reply.headers.get('assay-clause')];
        },
        { address: listening.baseUrl + path, options: init },
      );
    const rejected = await call(`${nodeNamed('Kits').path}?page[limit]=0`, { headers: { 'x-store': 'eu' } });
    expect(rejected).toEqual([400, 'node-products/page-limit-zero']);
    expect(await call('/__assay/reset', { method: 'POST' })).toBeUndefined();
    expect(stub.journal.read()).toHaveLength(1);
  });
});
