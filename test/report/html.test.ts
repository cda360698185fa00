import { describe, expect, it } from 'vitest';
import { html } from '../../conformance/report/page-of-check.ts';
import type { Clause } from '../../src/contract/contract.ts';
import { passingReport, sampleReport } from './sample.ts';
import { hostileReport } from './sample-hostile.ts';

describe('the HTML report', () => {
  it('needs nothing else', () => {
    const page = html(sampleReport);
    expect(page).not.toMatch(/<link|<img|@import|url\(|src=/);
    expect(page).toContain('default-src &#39;none&#39;');
  });

  it('marks each rule by more than a colour', () => {
    expect(html(sampleReport)).toContain('<span aria-hidden="true">✓</span> pass');
  });

  it('shows hostile text as text', () => {
    const page = html(hostileReport);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('<img');
    expect(page).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(page).toContain('&lt;script&gt;document.title=');
  });

  it('shows clauses by section, with what was found beside them', () => {
    const page = html(sampleReport);
    expect(page.indexOf('§2.6 ')).toBeLessThan(page.indexOf('§4.1 '));
    expect(page).toMatch(/What stated says\.[\s\S]*application-key\/passed[\s\S]*application-key\/broken/);
  });

  it('tells of waivers, amendments and the records left behind', () => {
    const waived = { reason: 'known', until: '2027-03-31' };
    const page = html({
      ...sampleReport,
      amended: ['subscription/currency/maxLength'],
      results: sampleReport.results.map((one) => (one.verdict === 'fail' ? { ...one, waived } : one)),
    });
    expect(page).toContain('contract amended: subscription/currency/maxLength');
    expect(page).toContain('known (until 2027-03-31)');
    expect(page).toContain(
      'Created records that are left, without a command that deletes them <small>1</small>',
    );
    expect(page).toContain('Untested <small>4</small></h2>');
  });

  it('shows what was intermittent, with both exchanges', () => {
    const [, section = ''] =
      /<section[^>]* id="intermittent"([\s\S]*?)<\/section>/.exec(html(sampleReport)) ?? [];
    expect(section).toContain('<h3>node-products/once</h3>');
    expect(section).toContain('<dd>8, and then [redacted]</dd>');
    expect(section).toContain('<summary>2 exchanges</summary>');
    expect(section).toMatch(/Request 1 of 2[\s\S]*GET \/a[\s\S]*Response 2 of 2/);
  });

  it('shows broken rules that were not selected, and leads to them from their clause', () => {
    const page = html(sampleReport);
    expect(page).toMatch(/id="also-seen"[\s\S]*id="rule-subscription%2Funselected"/);
    expect(page).toContain('href="#rule-subscription%252Funselected">subscription/unselected</a> <small>also broken, not selected</small>');
  }); // biome-ignore format: one line a link

  it('shows interference with its retry', () => {
    expect(html(sampleReport)).toContain(
      '<code>GET /a?[redacted]: status 503; sent again 1 time, then status 200</code>',
    );
  });

  it('has no place for what did not happen', () => {
    const page = html(passingReport);
    expect(page).toContain(
      '<h1>passes</h1>\n<p class="why">2 of 3 selected rules, 1 warning, 1 intermittent</p>',
    );
    expect(page).not.toMatch(/id="(also-seen|transient-failures)"/);
  });

  it('says of a clause that nothing judged why that is so', () => {
    const clauses = {
      open: { id: 'open', at: ['6/s1'], level: 'unspecified', text: 'Open.', silent: 'no use' },
      dark: { id: 'dark', at: ['6/s2'], level: 'must', text: 'Dark.', unobservable: 'inside' },
      left: { id: 'left', at: ['6/s3'], level: 'must', text: 'Left.' },
    } as const;
    const page = html({ ...sampleReport, clauses });
    expect(page).toContain('left to the server; not observed: no use');
    expect(page).toContain('cannot be tested from outside: inside');
    expect(page).toContain('not part of this run');
  });
});

it('clauses of a contract of one’s own stand under their operations, in the order of the file', () => {
  const clause = (id: string, line: number): Clause => ({
    id,
    at: [`openapi.yaml:${line}`],
    level: 'must',
    text: 'what `limit` says',
  });
  const own = [
    clause('listBooks/total', 12),
    clause('createBook/name-string', 40),
    clause('listBooks/items', 12),
  ];
  const page = html({ ...sampleReport, clauses: Object.fromEntries(own.map((one) => [one.id, one])) });
  const titles = [...page.matchAll(/<h3 id="section-[^"]*">([^<]*)</g)].map(([, title]) => title);
  expect(titles).toEqual(['listBooks', 'createBook']);
  expect(page).toContain('<p>what <code>limit</code> says</p>');
});
