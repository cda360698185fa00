import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../../conformance/report/page-of-check.ts';
import { sampled } from '../seed.ts';
import { faultyIn, reportOn } from './report-on.ts';
import { sampleReport } from './sample.ts';
import { hostileReport } from './sample-hostile.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const isThere = existsSync(executablePath);
const name = isThere
  ? 'the HTML report in Chromium'
  : `the HTML report in Chromium (skipped: ${executablePath} is missing; apt-get install chromium, or set CHROMIUM)`;

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A broken must, a broken should, and a broken rule that is waived; each fault breaks no other rule. */
const [broken, warned, waived] = [
  'node-products/product-upc-ean-string',
  'application-key/created-at-timestamp',
  'subscription/offering-description-string',
];

describe.skipIf(!isThere)(name, () => {
  let folder = '';
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-html-'));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
    const report = await reportOn(faultyIn(broken, warned, waived), {
      waivers: [{ rule: waived, reason: 'known', until: '2999-12-31' }],
    });
    await writeFile(join(folder, 'real.html'), html(report));
    await writeFile(join(folder, 'pages.html'), html(await reportOn(faultyIn('node-products/pages-join'))));
    await writeFile(join(folder, 'sample.html'), html(sampleReport));
    await writeFile(join(folder, 'hostile.html'), html(hostileReport));
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  /** Opens a page offline, uses it, and gives back what went wrong in it. */
  async function using(
    file: string,
    use: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<string[]> {
    const context = await browser.newContext({ offline: true, ...options });
    const wrong: string[] = [];
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => wrong.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) wrong.push(`asks for ${request.url()}`);
    });
    await page.goto(pathToFileURL(join(folder, file)).href);
    await use(page);
    await context.close();
    return wrong;
  }

  it('filters by verdict, level and operation', async () => {
    const wrong = await using('real.html', async (page) => {
      const shown = page.locator('#shown');
      const all = await shown.textContent();
      expect(all).toMatch(/^(\d+) of \1 rules shown$/);
      await page.getByLabel('fail', { exact: true }).focus();
      await page.keyboard.press('Space');
      expect(await shown.textContent()).toMatch(/^1 of /);
      expect(await page.locator('.finding:visible').count()).toBe(1);
      expect(await page.locator('.clause:visible').count()).toBe(1);
      await page.getByLabel('warning', { exact: true }).check({ force: true });
      expect(await shown.textContent()).toMatch(/^2 of /);
      await page.getByLabel('must', { exact: true }).check({ force: true });
      expect(await shown.textContent()).toMatch(/^1 of /);
      await page.getByLabel('subscription', { exact: true }).check({ force: true });
      expect(await shown.textContent()).toMatch(/^0 of /);
      await page.getByRole('button', { name: 'Show all' }).click();
      await expect.poll(() => shown.textContent()).toBe(all);
    });
    expect(wrong).toEqual([]);
  });

  it('leads from a clause to what broke it, with request and response side by side', async () => {
    const wrong = await using('real.html', async (page) => {
      await page.locator('.line a', { hasText: broken }).click();
      const card = page.locator('.finding:target');
      expect(await card.locator('h3').textContent()).toBe(broken);
      const [request, response] = await card.locator('.exchange').first().locator('.side').all();
      const [left, right] = [await request?.boundingBox(), await response?.boundingBox()];
      expect(left?.y).toBe(right?.y);
      expect(left?.x).toBeLessThan(right?.x ?? 0);
    });
    expect(wrong).toEqual([]);
  });

  it('shows pages below each other, with the records that came twice or are lost', async () => {
    for (const width of [1400, 400]) {
      const wrong = await using(
        'pages.html',
        async (page) => {
          const strip = page.locator('.finding:has(h3:text-is("node-products/pages-join")) .strip').first();
          await strip.scrollIntoViewIfNeeded();
          expect(await strip.locator('tbody tr').count()).toBeGreaterThan(1);
          expect(await strip.locator('.odd').count()).toBeGreaterThan(0);
          // The name of a page is read in words, not one letter below the other.
          const name = await strip.locator('tbody th').first().boundingBox();
          expect(name?.width).toBeGreaterThan(100);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        },
        { viewport: { width, height: 900 } },
      );
      expect(wrong).toEqual([]);
    }
  });

  it('shows what was seen apart from the findings', async () => {
    const wrong = await using('sample.html', async (page) => {
      const once = page.locator('#intermittent');
      await once.locator('summary').click();
      expect(await once.locator('.exchange').count()).toBe(2);
      expect(await once.locator('.exchange').last().isVisible()).toBe(true);
      await page.locator('.line:not([data-standing]) a').click();
      const card = page.locator('#also-seen .finding:target');
      expect(await card.locator('h3').textContent()).toBe('subscription/unselected');
      expect(await page.locator('#transient-failures li').allInnerTexts()).toEqual([
        'GET /a?[redacted]: status 503; sent again 1 time, then status 200',
      ]);
      await page.getByLabel('pass', { exact: true }).check({ force: true });
      expect(await page.locator('#also-seen').isVisible()).toBe(false);
      expect(await once.isVisible()).toBe(true);
    });
    expect(wrong).toEqual([]);
  });

  it('copies the curl line', async () => {
    const wrong = await using('real.html', async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const card = page.locator('.finding.fail').first();
      const button = card.getByRole('button', { name: 'Copy request' });
      await button.click();
      await expect.poll(() => button.or(card.getByText('Copied')).first().textContent()).toBe('Copied');
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toBe(await card.locator('.repeat code').first().textContent());
      expect(copied).toMatch(/^curl '/);
    });
    expect(wrong).toEqual([]);
  });

  it('shows hostile text as text, and runs none of it', async () => {
    const wrong = await using('hostile.html', async (page) => {
      expect(await page.title()).toMatch(/ — assay$/);
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(1);
      expect(await page.locator('.row-got').first().textContent()).toContain('<img src=x onerror=');
      expect(await page.locator('#shown').textContent()).toBe('10 of 10 rules shown');
    });
    expect(wrong).toEqual([]);
  });

  it.each(sampled(['light', 'dark'] as const, 1))('can be read by everyone, %s', async (colorScheme) => {
    for (const file of ['real.html', 'pages.html', 'sample.html']) {
      // The page lets no other script in, so axe comes in past its policy.
      await using(
        file,
        async (page) => {
          await page.addScriptTag({ path: axe });
          const violations = await page.evaluate(
            `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
              violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)]))`,
          );
          expect(violations).toEqual([]);
        },
        { colorScheme, bypassCSP: true },
      );
    }
  });

  it('is whole without its script, on paper, and on a small screen', async () => {
    const withoutScript = await using(
      'real.html',
      async (page) => {
        expect(await page.locator('#filters').isVisible()).toBe(false);
        expect(await page.locator('.clause:visible').count()).toBeGreaterThan(400);
      },
      { javaScriptEnabled: false },
    );
    const printed = await using('real.html', async (page) => {
      const folded = 'document.querySelectorAll("details:not([open])").length';
      expect(await page.evaluate(folded)).toBeGreaterThan(0);
      await page.emulateMedia({ media: 'print' });
      await page.evaluate('dispatchEvent(new Event("beforeprint"))');
      expect(await page.evaluate(folded)).toBe(0);
      expect(await page.locator('nav').first().isVisible()).toBe(false);
    });
    const small = await using(
      'real.html',
      async (page) => {
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      },
      { viewport: { width: 360, height: 800 } },
    );
    expect([...withoutScript, ...printed, ...small]).toEqual([]);
  });
});
