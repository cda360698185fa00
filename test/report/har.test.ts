import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import schemas from 'har-schema';
import { describe, expect, it } from 'vitest';
import { har } from '../../conformance/report/har.ts';
import { passingReport, sampleReport } from './sample.ts';
import { hostileReport } from './sample-hostile.ts';

const ajv = new Ajv({ strict: false, validateSchema: false, schemas: Object.values(schemas) });
formats.default(ajv);
// Drafts of JSON Schema do not matter here, and draft 6 is not the one Ajv is for.
ajv.addMetaSchema({ $id: 'http://json-schema.org/draft-06/schema' });
const validate = ajv.getSchema('har.json');

describe('the HTTP archive', () => {
  it.each([
    ['a run of every verdict', sampleReport],
    ['a hostile target', hostileReport],
  ])('is valid for %s', (_, report) => {
    validate?.(JSON.parse(har(report)));
    expect(validate?.errors).toBeNull();
  });

  it('holds every exchange of a run that kept them, in the order in which they began', () => {
    const one = { request: { method: 'GET', target: '/a?b=%5B&c', headers: [] } };
    const response = { status: 204, headers: [['Location', '/x']] as const, body: '', ms: 2 };
    const exchanges = [
      { ...one, response, startedAt: '2026-11-21T10:00:01.000Z' },
      { ...one, response: { lost: 'timeout', detail: 'slow', ms: 9 } as const, startedAt: '2026-11-21T10:00:00.000Z' },
    ]; // biome-ignore format: one line an exchange
    const { log } = JSON.parse(har({ ...sampleReport, exchanges }));
    expect(log.entries).toMatchObject([
      { time: 9, response: { status: 0, comment: 'no response: slow' } },
      {
        request: {
          url: 'http://shop.example/api/a?b=%5B&c',
          queryString: [
            { name: 'b', value: '%5B' },
            { name: 'c', value: '' },
          ],
        },
        response: { status: 204, statusText: 'No Content', redirectURL: '/x' },
        timings: { wait: 2 },
      },
    ]);
  });

  it('holds the exchanges that show something where the run kept no record', () => {
    const { entries } = JSON.parse(har(sampleReport)).log;
    const urls = entries.map(({ request }: { request: { url: string } }) => request.url);
    expect(urls).toEqual([
      expect.stringContaining('/v2/application-keys?who='),
      'http://shop.example/api/a',
      'http://shop.example/api/b',
      expect.stringContaining('/v2/application-keys?who='),
    ]);
  });

  it('tells what was seen apart from the findings', () => {
    const [verdict, ...notes] = JSON.parse(har(sampleReport)).log.comment.split('\n');
    expect(verdict).toMatch(/^http:\/\/shop\.example\/api: violates — .*; 1 warning; 1 intermittent; /);
    expect(notes.slice(0, 3)).toEqual([
      'intermittent: node-products/once: one total; got 8, and then [redacted] (GET /a → 200 and GET /b → 200)',
      'also broken, not selected: subscription/unselected: a name; got [redacted]',
      'transient failure: GET /a?[redacted]: status 503; sent again 1 time, then status 200',
    ]);
    expect(JSON.parse(har(passingReport)).log.comment).toMatch(
      /: passes — 2 of 3 selected rules, 1 warning, 1 intermittent\n/,
    );
  });

  it('cuts long bodies, and says so', () => {
    const request = { method: 'GET', target: '/', headers: [] };
    const response = { status: 200, headers: [], body: 'x'.repeat(400_000), ms: 1 };
    const { log } = JSON.parse(
      har({ ...sampleReport, exchanges: [{ request, response, startedAt: '2026-11-21T10:00:00Z' }] }),
    );
    expect(log.entries[0].response.content).toMatchObject({
      size: 400_000,
      text: 'x'.repeat(262_144),
      comment: 'the beginning of 400000 bytes',
    });
  });

  it('has the footer', () => {
    expect(JSON.parse(har(sampleReport)).log.comment).toContain(
      'untested: add  collections: [{ at: { hierarchyID: …, nodeID: … } }] (node-products/unknown); add  writes: allow',
    );
  });
});
