import { expect, it } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { proofOf } from '../../conformance/proof/proof.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import type { HttpResponse, Transport } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { isObject, type JsonObject } from '../../src/json/json.ts';
import { brokenMusts } from '../check-of.ts';
import {
  bodyOf,
  creates,
  deletes,
  lists,
  loadPaths,
  pathParameter,
  reads,
} from '../contract/own-contract.ts';
import { killedMutants } from '../fields/killed-mutants.ts';
import { jsonResponse } from '../json-response.ts';

/** Trails, and reports below them, of which none is read by its id, and which contain no text. */
const paths = `
  /trails:
    ${lists('listTrails', 'Trail')}
    ${creates('createTrail', 'Trail')}
  /trails/{trail}:
    ${pathParameter('trail')}
    ${reads('getTrail', 'Trail')}
    ${deletes('deleteTrail')}
  /trails/{trail}/reports:
    ${pathParameter('trail')}
    ${lists('listReports', 'Report')}
    ${creates('createReport', 'Report')}
  /trails/{trail}/reports/{report}:
    delete:
      operationId: deleteReport
      parameters:
        - { name: trail, in: path, required: true, schema: { type: integer } }
        - { name: report, in: path, required: true, schema: { type: integer } }
      responses: { '204': { description: gone } }
components:
  schemas:
    Trail:
      type: object
      required: [id, name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 200 } }
    Report:
      type: object
      required: [id, stars]
      properties: { id: { type: integer, readOnly: true }, stars: { type: integer, minimum: 1, maximum: 5 } }
`;

const contract = await loadPaths(paths);

type Row = JsonObject & { readonly id: number };
type Trail = { readonly row: Row; readonly reports: Map<number, Row> };

/** How a server deviates from an honest one. */
type Deviation = {
  /** The status of each deletion of a report, or of a trail, that is not done. */
  readonly ofReport?: number;
  readonly ofTrail?: number;
  /** Whether deleted reports are still listed. */
  readonly keeps?: boolean;
  /** Whether another report has the id that a creation returns. */
  readonly mistakes?: boolean;
};

/** A server of two trails with two reports each; the reports of a trail are deleted with it. */
function serve({ ofReport, ofTrail, keeps, mistakes }: Deviation = {}) {
  let made = 0;
  const nextId = (): number => {
    made += 1;
    return made;
  };
  const reportOf = (stars: number): [number, Row] => {
    const id = nextId();
    return [id, { id, stars }];
  };
  const trails = new Map<number, Trail>();
  for (const name of ['Ridge', 'Lake']) {
    const id = nextId();
    trails.set(id, { row: { id, name }, reports: new Map([reportOf(3), reportOf(4)]) });
  }
  const deletions: string[] = [];
  const page = (rows: readonly Row[], query: URLSearchParams): HttpResponse => {
    const texts = [query.get('limit') ?? '20', query.get('offset') ?? '0'];
    const [limit, offset] = texts.map(Number);
    if (
      !texts.every((text) => /^\d+$/.test(text)) ||
      !(Number(limit) >= 1 && Number(limit) <= 100 && Number(offset) >= 0)
    )
      return jsonResponse(422, {});
    const items = rows.slice(offset, Number(offset) + Number(limit));
    return jsonResponse(200, { items, total: rows.length });
  };
  const transport: Transport = async ({ method, target, body = new Uint8Array() }) => {
    const { pathname, searchParams } = new URL(target, 'http://server');
    const [, first, trailId, second, reportId, ...rest] = pathname.split('/');
    if (first !== 'trails' || (second ?? 'reports') !== 'reports' || rest.length > 0)
      return jsonResponse(404, {});
    const read = readBody(body);
    const sent = 'json' in read && isObject(read.json) ? read.json : {};
    if (trailId === undefined) {
      if (method === 'GET')
        return page(
          [...trails.values()].map(({ row }) => row),
          searchParams,
        );
      const { name } = sent;
      if (method !== 'POST') return jsonResponse(405, {});
      if (typeof name !== 'string' || name.length < 1 || name.length > 200) return jsonResponse(422, {});
      const id = nextId();
      trails.set(id, { row: { id, name }, reports: new Map() });
      return jsonResponse(201, { id, name });
    }
    const trail = /^\d+$/.test(trailId) ? trails.get(Number(trailId)) : undefined;
    if (!trail) return jsonResponse(404, {});
    const { reports } = trail;
    if (second === undefined) {
      if (method === 'DELETE' && ofTrail !== undefined) return jsonResponse(ofTrail, {});
      if (method === 'DELETE') trails.delete(Number(trailId));
      return method === 'GET' ? jsonResponse(200, trail.row) : jsonResponse(method === 'DELETE' ? 204 : 405);
    }
    if (reportId === undefined) {
      if (method === 'GET') return page([...reports.values()], searchParams);
      const { stars } = sent;
      if (method !== 'POST') return jsonResponse(405, {});
      if (!Number.isInteger(stars) || Number(stars) < 1 || Number(stars) > 5) return jsonResponse(422, {});
      const [id, row] = reportOf(Number(stars));
      reports.set(id, row);
      return jsonResponse(201, mistakes ? { ...row, id: [...reports.keys()][0] ?? id } : row);
    }
    if (method !== 'DELETE') return jsonResponse(405, {});
    deletions.push(pathname);
    if (!reports.has(Number(reportId))) return jsonResponse(404, {});
    if (ofReport !== undefined) return jsonResponse(ofReport, {});
    if (!keeps) reports.delete(Number(reportId));
    return jsonResponse(204);
  };
  return { transport, trails, deletions };
}

const file = {
  baseUrl: 'http://localhost',
  token: 'any',
  writes: 'allow',
  settles: '0s',
  collections: [{ list: 'listReports', at: { trail: 1 } }],
} as const;

const check = (transport: Transport) => runCheck(file, { contract, transport });

it('deletes reports that only a listing shows, its own alone, and conforms', async () => {
  const { transport, trails, deletions } = serve();
  const { results, created, headline } = await check(transport);
  const ended = (verdict: string) =>
    results.flatMap(({ rule, verdict: own }) => (own === verdict ? [rule] : []));
  expect(ended('fail')).toEqual([]);
  for (const rule of ['accepted', 'not-listed', 'status', 'total-kept'])
    expect(ended('pass')).toContain(`deleteReport/${rule}`);
  expect(deletions.length).toBeGreaterThan(3);
  expect(created).toEqual([]);
  expect([...trails.values()].map(({ reports }) => [...reports.keys()])).toEqual([
    [2, 3],
    [5, 6],
  ]);
  expect(headline.verdict).toBe('conforms');
});

it('has rules that find each of their mutants on the stub', async () => {
  const proof = await proofOf(contract);
  const rules = proof.ruleSet.rules.filter(({ operation }) => operation === 'deleteReport');
  expect(rules.map(({ id }) => id)).toContain('deleteReport/not-listed');
  const scopes = proof.revealing.map((choices) => ({ choices }));
  expect((await killedMutants(proof, rules, scopes)).missed).toEqual([]);
});

it('finds a deleted report that is still listed', async () => {
  const { results } = await check(serve({ keeps: true }).transport);
  expect(brokenMusts({ results })).toContain('deleteReport/not-listed');
});

it('deletes no report of others whose id a creation returned', async () => {
  const { transport, trails } = serve({ mistakes: true });
  await check(transport);
  expect([...trails.values()].map(({ reports }) => [...reports.keys()].slice(0, 2))).toEqual([
    [2, 3],
    [5, 6],
  ]);
});

it('names nothing as left that was deleted with the record above it', async () => {
  const { transport, trails } = serve({ ofReport: 409 });
  const { created } = await check(transport);
  expect(created.filter(({ path }) => !/^\/trails\/[14]\//.test(path))).toEqual([]);
  expect([...trails.keys()]).toEqual([1, 4]);
});

it('says with which status the server answered a command that is printed', async () => {
  const { transport } = serve({ ofTrail: 409 });
  const report = await check(transport);
  const printed = terminal(report, { colours: coloursIf(false), verbose: false });
  expect(printed).toContain('in spite of these commands (status after #)');
  expect(printed).toMatch(/^ {4}curl -X DELETE 'http:\/\/localhost\/trails\/\d+'.* {2}# 409$/m);
  expect(printed).not.toContain('these commands delete them');
});

it('names the line that lets a server conform if nothing shows the records of an operation', async () => {
  const id = 'delete_report_trails__trail_id__reports__report_id__delete';
  const unlisted = paths
    .replace(/ {4}get:\n {6}operationId: listReports\n(?: {6}.*\n)+/, '')
    .replace('deleteReport', id);
  const checked = async (text: string) =>
    runCheck({ ...file, collections: [] }, { contract: await loadPaths(text), transport: serve().transport });
  const report = await checked(unlisted);
  const { verdict, why, remedy } = report.headline;
  expect(verdict).toBe('undetermined');
  expect(why).toMatch(/^no rule of delete_report_tr…eport_id__delete showed that a deleted record is gone/);
  expect(remedy).toMatch(new RegExp(`^x-kind: other at ${id},`));
  const printed = terminal(report, { colours: coloursIf(false), verbose: false });
  expect(printed).toContain(`add  ${remedy}\n`);
  const other = await checked(unlisted.replace(/( +)operationId: delete_.*/, '$&\n$1x-kind: other'));
  expect(other.headline.verdict).toBe('conforms');
});

it('conforms where the last step of its path is all that says what a deletion deletes', async () => {
  const parameter = '        - { name: trail, in: path, required: true, schema: { type: integer } }\n';
  const flat = paths
    .replace('/trails/{trail}/reports/{report}:', '/reports/{report}:')
    .replace(`parameters:\n${parameter}`, 'parameters:\n')
    .replace(
      /\n {4}delete:\n {6}operationId: deleteReport(\n(?: {6}.*\n)+) {6}responses/,
      `\n    get:\n      operationId: getReport$1      responses: { '200': { description: one, ${bodyOf('Report')} } }$&`,
    );
  const { transport, trails } = serve();
  const flatly: Transport = async (request) => {
    const [, id] = /^\/reports\/([^?/]*)$/.exec(request.target) ?? [];
    if (id === undefined) return transport(request);
    const found = [...trails.values()].find(({ reports }) => reports.has(Number(id)));
    if (!found) return jsonResponse(404, {});
    return request.method === 'GET'
      ? jsonResponse(200, found.reports.get(Number(id)))
      : transport({ ...request, target: `/trails/${found.row.id}/reports/${id}` });
  };
  const report = await runCheck(
    { ...file, collections: [] },
    { contract: await loadPaths(flat), transport: flatly },
  );
  expect([report.headline.verdict, report.headline.why]).toEqual(['conforms', expect.any(String)]);
});
