import { describe, expect, it } from 'vitest';
import { code, text } from '../../conformance/report/markdown.ts';
import { markdown } from '../../conformance/report/report-document.ts';
import { outsideCode } from './outside-code.ts';
import { passingReport, sampleReport } from './sample.ts';
import { hostile, hostileReport } from './sample-hostile.ts';

it('code with backticks stands between more of them', () => {
  expect(code('a `` b ` c')).toBe('``` a `` b ` c ```');
});

it('text mentions nobody, and links nothing', () => {
  expect(text('@octocat https://evil.example www.evil.example')).toBe(
    '@<!-- -->octocat https:<!-- -->//evil.example www<!-- -->.evil.example',
  );
});

describe('the Markdown report', () => {
  it('shows the headline first and the footer last', () => {
    expect(markdown(sampleReport)).toMatchInlineSnapshot(`
      "## ❌ assay: violates

      checked \` http://shop.example/api \`

      1 rule broken: application-key/broken; 2 untested; 1 warning; 1 intermittent; read-only: 1 rule skipped

      |  | pass | fail | error | warning | inconclusive | untested | skipped |
      | --- | --- | --- | --- | --- | --- | --- | --- |
      | application-key | 1 | 1 | 0 | 0 | 0 | 1 | 0 |
      | subscription | 0 | 0 | 1 | 0 | 0 | 0 | 1 |
      | node-products | 1 | 0 | 0 | 1 | 2 | 1 | 0 |

      ### ❌ \` application-key/broken \`

      the title of application-key/broken

      \`\`\`
      level     must · §4.1
      clause    What stated says.
      expected  status 201
      got       status 200\\u{1b}[2J and [redacted]
      request   curl -X POST 'http://shop.example/api/v2/application-keys?who=[redacted]' -H 'authorization: Bearer '"$TOKEN" -H 'X-Key: '"$ASSAY_HEADER_X_KEY" -H 'Content-Type:' --data-raw '{"data":{"type":"payments_gateway_a","customer_id":"'"$ASSAY_CUSTOMER_ID"'","card_id":"'"$ASSAY_CARD_ID"'","name":"'"$ASSAY_NAME"'","email":"'"$ASSAY_EMAIL"'"}}'
      repeat    assay check http://shop.example/api --only application-key/broken --seed 7
      \`\`\`

      ### 💥 \` subscription/ours \`

      the title of subscription/ours

      \`\`\`
      level     must · §4.1
      clause    What stated says.
      why       internal error of assay: a bug
      \`\`\`

      ### ⚠️ Warnings (1)

      - \` node-products/warned \`: \` expected: a name; got: none \\u{202e}eman \`

      ### ❔ Inconclusive rules (2)

      - \` node-products/open \`: \` a time-out \`
      - \` node-products/unknown \`: \` no collection is known \`

      ### ◌ Intermittent failures (1)

      - \` node-products/once \`: \` intermittent: one total; got 8, and then [redacted] (GET /a → 200 and GET /b → 200) \`

      ### ⚠️ Broken rules that were not selected (1)

      - \` subscription/unselected \`: \` not selected, but broken (must): a name; got [redacted] \`

      ### Transient failures, which never decide a verdict (1)

      - \` GET /a?[redacted]: status 503; sent again 1 time, then status 200 \`

      <details><summary>Choices of the server, which are not problems (2)</summary>

      | choice | observed | question |
      | --- | --- | --- |
      | \` trailing-slash \` | \` other: [redacted] \` | What does a slash after the path of the listing return? |
      | \` raw-brackets \` | not observed | May the brackets in \\\`page\\[limit\\]\\\` be sent without percent-encoding? Not observed: no collection shows \\[redacted\\]. |

      </details>

      <details><summary>Created records that are left, without a command that deletes them (1)</summary>

      - application-key: the contract has no operation that deletes (1): e0

      </details>

      ### Untested (4)

      - no collection: \` add  collections: [{ at: { hierarchyID: …, nodeID: … } }] \` (1 rule: node-products/unknown)
      - not allowed: \` add  writes: allow \` (1 rule: subscription/denied)
      - nothing to check: \` no bundle \` (1 rule: node-products/idle)
      - blocked: \` waits until this is fixed: application-key/broken \` (1 rule: application-key/unjudged)

      target \` http://shop.example/api \` · contract \` 1.0.0 (0123456789ab) \` · took \` 1.2 s \` · seed \` 7 \` · requests \` 12 \` · records left \` 1 \` · nonce \` 0a1b2c3d \` · assay \` 0.1.0 \`
      "
    `);
  });

  it('shows hostile text as text', () => {
    const text = markdown(hostileReport);
    expect(outsideCode(text)).not.toContain('<script');
    expect(text.split('\n').filter((line) => line.startsWith('::'))).toEqual([]);
    const notes = [`1 request of the interface went to ${hostile}`];
    const recorded = markdown({ ...sampleReport, recorded: { judged: 1, notes } });
    expect(outsideCode(recorded)).not.toContain('<script');
    expect(recorded.split('\n').filter((line) => line.startsWith('::'))).toEqual([]);
  });

  it('stays within what a step summary may hold', () => {
    const [broken] = sampleReport.results.filter(({ verdict }) => verdict === 'fail');
    if (!broken) throw new Error('the sample has changed');
    const text = markdown({
      ...sampleReport,
      results: Array.from({ length: 400 }, (_, index) => ({ ...broken, rule: `${broken.rule}-${index}` })),
    });
    expect(text.length).toBeLessThan(300_000);
    expect(text).toContain('and 350 more: ');
  });

  it('calls a part of the rules that passed so, with its warnings', () => {
    expect(markdown(passingReport)).toMatch(
      /^## ✅ assay: passes\n\nchecked ` http:\/\/shop\.example\/api `\n\n2 of 3 selected rules, 1 warning, 1 intermittent\n/,
    );
  });

  it('tells a few transient failures of many', () => {
    const [one] = sampleReport.transientFailures ?? [];
    const text = markdown({ ...sampleReport, transientFailures: one ? Array(400).fill(one) : [] });
    expect(text.match(/^- ` GET /gm)).toHaveLength(5);
    expect(text).toContain('\n\nand 395 more\n');
  });

  it('tells what was waived and amended', () => {
    const waivers = [{ rule: 'a/b', rules: ['a/b'], reason: 'known', until: '2027-03-31', state: 'stale' }] as const;
    const text = markdown({ ...sampleReport, amended: ['node-products/name/maxLength'], waivers });
    expect(text).toContain('> contract amended: node-products/name/maxLength\n');
    expect(text).toContain('> waiver of a/b until 2027-03-31 (stale): known\n');
  }); // biome-ignore format: one line a waiver
});
