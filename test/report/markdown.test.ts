import { describe, expect, it } from 'vitest';
import { markdown } from '../../conformance/report/markdown/markdown.ts';
import { code, text } from '../../conformance/report/markdown/text.ts';
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

      > intermittent: node-products/once: one total; got 8, and then \\[redacted\\] (GET /a → 200 and GET /b → 200)

      > also broken, not selected: subscription/unselected: a name; got \\[redacted\\]

      > transient failure: GET /a?\\[redacted\\]: status 503; sent again 1 time, then status 200

      |  | fail | error | warning | inconclusive | untested | skipped | pass |
      | --- | --- | --- | --- | --- | --- | --- | --- |
      | application-key | 1 | 0 | 0 | 0 | 1 | 0 | 1 |
      | subscription | 0 | 1 | 0 | 0 | 0 | 1 | 0 |
      | node-products | 0 | 0 | 1 | 2 | 1 | 0 | 1 |

      ### ❌ application-key/broken

      the title of application-key/broken

      \`\`\`
      clause    What stated says.
      level     must · §4.1
      expected  status 201
      got       status 200\\u{1b}[2J and [redacted]
      request   curl -X POST 'http://shop.example/api/v2/application-keys?who=[redacted]' -H 'authorization: Bearer '"$TOKEN" -H 'X-Key: '"$ASSAY_HEADER_X_KEY" -H 'Content-Type:' --data-raw '{"data":{"type":"payments_gateway_a","customer_id":"'"$ASSAY_CUSTOMER_ID"'","card_id":"'"$ASSAY_CARD_ID"'","name":"'"$ASSAY_NAME"'","email":"'"$ASSAY_EMAIL"'"}}'
      repeat    assay check http://shop.example/api --only application-key/broken --seed 7
      \`\`\`

      ### 💥 subscription/ours

      the title of subscription/ours

      \`\`\`
      clause    What stated says.
      level     must · §4.1
      why       a bug
      \`\`\`

      ### ⚠️ 1 warning

      | rule | expected | got |
      | --- | --- | --- |
      | \` node-products/warned \` | \` a name \` | \` none \\u{202e}eman \` |

      ### ❔ 2 rules inconclusive

      | why | rules |
      | --- | --- |
      | \` a time-out \` | node-products/open |
      | \` no node is known \` | node-products/unknown |

      <details><summary>1 choice that the specification leaves to the server, and what this server does</summary>

      | choice | question | observed |
      | --- | --- | --- |
      | \` head \` | What does HEAD return on the path of the listing? | \` other: [redacted] \` |

      </details>

      ### untested

      - no node: \` add  nodes: [{ hierarchy: …, node: … }] \` (1 rule: node-products/unknown)
      - not allowed: \` add  writes: allow \` (1 rule: subscription/denied)
      - nothing to check: \` no bundle \` (1 rule: node-products/idle)
      - blocked: \` waits until this is fixed: application-key/broken \` (1 rule: application-key/unjudged)

      assay 0.1.0 · contract 1.0.0 (0123456789ab) · seed 7 · 12 requests · 1.2 s · 1 created record
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
    expect(text).toContain('and 350 more findings');
  });

  it('calls a part of the rules that passed so, with its warnings', () => {
    expect(markdown(passingReport)).toMatch(
      /^## ✅ assay: passes\n\nchecked ` http:\/\/shop\.example\/api `\n\n2 of 3 selected rules, 1 warning, 1 intermittent\n/,
    );
  });

  it('tells a few transient failures of many', () => {
    const [one] = sampleReport.transientFailures ?? [];
    const text = markdown({ ...sampleReport, transientFailures: one ? Array(400).fill(one) : [] });
    expect(text.match(/^> transient failure: GET /gm)).toHaveLength(5);
    expect(text).toContain('> transient failure: and 395 more\n');
  });

  it('tells what was waived and amended', () => {
    const waivers = [{ rule: 'a/b', rules: ['a/b'], reason: 'known', until: '2027-03-31', state: 'stale' }] as const;
    const text = markdown({ ...sampleReport, amended: ['node-products/name/maxLength'], waivers });
    expect(text).toContain('> contract amended: node-products/name/maxLength\n');
    expect(text).toContain('> waiver of a/b until 2027-03-31 (stale): known\n');
  }); // biome-ignore format: one line a waiver
});
