import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTarget } from '../../conformance/target/read.ts';
import { isLive } from '../../src/stub/catalog/catalog.ts';
import { loadCatalog } from '../../src/stub/catalog/load-catalog.ts';
import { subscriptionIds } from '../../src/stub/catalog/subscription-ids.ts';
import { runAssay, startStub } from './assay-in-process.ts';

const catalog = await loadCatalog();
const nodes = catalog.hierarchies.flatMap((hierarchy) =>
  hierarchy.nodes.map((node) => ({ ...node, hierarchy: hierarchy.id, place: `${hierarchy.id}/${node.id}` })),
);
const environment = { ASSAY_TOKEN: 'canary-token' };
const missing = `${catalog.hierarchies[0]?.id}/11111111-1111-4111-8111-111111111111`;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-init-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Lets init look at nodes of a stub; gives what it said and wrote. */
async function look(baseUrl: string, places: readonly string[], env: Record<string, string> = environment) {
  const output = join(folder, 'target.yaml');
  const words = places.flatMap((place) => ['--node', place]);
  const { code, out, error } = await runAssay(['init', baseUrl, ...words, '--output', output], {
    environment: env,
  });
  expect([code, error]).toEqual([0, '']);
  return { output, out, text: await readFile(output, 'utf8') };
}

const clausesHeld = (out: string): number => Number(/\nconforms — (\d+) rules passed.*\n$/.exec(out)?.[1]);

describe('init', () => {
  it('writes by which a server conforms, and by which more is held after the one edit', async () => {
    await using stub = await startStub([]);
    const { output, text } = await look(stub.baseUrl, [...nodes.map(({ place }) => place), missing]);
    const asWritten = await runAssay(['check', '--target', output], { environment });
    const edited = Object.values(subscriptionIds(catalog)).reduce(
      (before, id) => before.replace('00000000-0000-4000-8000-000000000000', id),
      text.replaceAll(/^# (subscription:| {2}(?:account_id|offering_id|plan_id|currency|payment):)/gm, '$1'),
    );
    await writeFile(output, edited);
    const { file } = await readTarget(output, environment);
    expect(file.subscription).toMatchObject(subscriptionIds(catalog));
    const complete = await runAssay(['check', '--target', output], { environment });
    expect([asWritten.code, complete.code]).toEqual([0, 0]);
    expect(clausesHeld(asWritten.out)).toBeGreaterThan(200);
    expect(clausesHeld(complete.out)).toBeGreaterThan(clausesHeld(asWritten.out));
  }, 60_000);

  it('walks every node to its end, and takes the curated order from the marks', async () => {
    await using stub = await startStub([]);
    const { output } = await look(
      stub.baseUrl,
      nodes.map(({ place }) => place),
    );
    const { file } = await readTarget(output, environment);
    const liveIds = (products: (typeof nodes)[number]['products']) =>
      products.filter(isLive).map(({ id }) => id);
    expect(file.nodes?.map(({ live, ...node }) => ({ ...node, live: live?.toSorted() }))).toEqual(
      nodes.map(({ hierarchy, id, products, curated }) => ({
        hierarchy,
        node: id,
        live: liveIds(products).toSorted(),
        ...(curated.length > 0 ? { curated: liveIds(curated) } : {}),
      })),
    );
  });

  it('says what it could not know', async () => {
    const choices = join(folder, 'choices.yaml');
    await writeFile(choices, 'product-members: bare\nproduct-links: absent\n');
    await using stub = await startStub(['--choices', choices]);
    const [curated, plain] = [
      nodes.find((one) => one.curated.length > 0),
      nodes.find((one) => one.name === 'Counter'),
    ];
    const { out, text } = await look(stub.baseUrl, [plain?.place ?? '', curated?.place ?? '', missing], {});
    expect(out).toContain('  which account, offering and plan a subscription may name\n');
    expect(out).toContain('  whether creating a key takes a token; put one into ASSAY_TOKEN if it does\n');
    expect(out).toContain(`  of ${missing}: anything of it: the listing was answered 404\n`);
    expect(out).toContain(`  of ${plain?.place}: a curated order, as nothing is marked as curated\n`);
    expect(out).toContain(`  of ${plain?.place}: where links lead, as products show none in data[].links\n`);
    expect(out).toContain(
      `  of ${plain?.place}: how it filters, as no name and no slug is plain enough to ask for\n`,
    );
    expect(out).not.toContain(`  of ${curated?.place}: a curated order`);
    expect(text).toContain('# 100 products, without links; filters can look for 0 names and 0 slugs.');
  });

  it('leaves ids whole whose letters are those of the token', async () => {
    await using stub = await startStub([]);
    const { output, text } = await look(stub.baseUrl, [nodes[0]?.place ?? ''], { ASSAY_TOKEN: 'a' });
    expect(text).not.toContain('[hidden]');
    expect((await readTarget(output, environment)).file.nodes?.[0]?.live).toHaveLength(13);
  });

  it('writes assay.target.yaml, which a check then finds, and never writes over it', async () => {
    await using stub = await startStub([]);
    const words = ['init', stub.baseUrl, '--node', nodes[0]?.place ?? ''];
    const { out } = await runAssay(words, { folder });
    expect(out).toMatch(/^assay\.target\.yaml written, with 1 node; (.|\n)*\nthen\n {2}assay check\n$/);
    const file = join(folder, 'assay.target.yaml');
    await writeFile(file, 'writes: deny\n');
    const again = await runAssay(words, { folder });
    expect([again.code, again.error]).toEqual([
      2,
      'assay.target.yaml already exists; name another file with --output.\n',
    ]);
    expect(await readFile(file, 'utf8')).toBe('writes: deny\n');
    const elsewhere = await runAssay([...words, '--output', 'other.yaml'], { folder });
    expect(elsewhere.out).toMatch(/\nthen\n {2}assay check --target other\.yaml\n$/);
  });

  it('writes a file that can be read where no node can be listed', async () => {
    await using stub = await startStub([]);
    const { output, text } = await look(stub.baseUrl, [missing]);
    expect(text).toContain('could not list this one: the listing was answered 404');
    expect((await readTarget(output, environment)).file).not.toHaveProperty('nodes');
  });
});
