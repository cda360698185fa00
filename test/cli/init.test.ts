import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readTarget } from '../../conformance/target/read.ts';
import { isLive } from '../../spec/stub/catalog.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { subscriptionIds } from '../../spec/stub/subscription.ts';
import { serveLocally } from '../serve-locally.ts';
import { runAssay, startStub } from './assay-in-process.ts';

const catalog = await loadCatalog();
const nodes = catalog.hierarchies.flatMap((hierarchy) =>
  hierarchy.nodes.map((node) => ({ ...node, hierarchy: hierarchy.id, place: `${hierarchy.id}/${node.id}` })),
);
const environment = { ASSAY_TOKEN: 'canary-token' };
const missing = `${catalog.hierarchies[0]?.id}/11111111-1111-4111-8111-111111111111`;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(process.cwd(), 'init-'));
});

const place = '11111111-1111-4111-8111-111111111111';
const [listed, short] = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'];
const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

/** Serves two live products and two others under each node; under one of them it counts 50. A status repeats the token. */
async function brokenServer(echo = (_token: string): string => '- evil: \n', links?: object) {
  const productsFor = (token: string) =>
    [undefined, 'live', 'draft', echo(token)].map((status, index) => ({
      id: id(index + 1),
      type: 'product',
      ...(links ? { links } : {}),
      attributes: status === undefined ? {} : { status },
    }));
  return serveLocally(({ url = '', headers }, response) => {
    const products = productsFor(headers.authorization?.replace('Bearer ', '') ?? '');
    const isFirst = new URL(url, 'http://localhost').searchParams.get('page[offset]') === '0';
    const data = isFirst ? products : [];
    const meta = { results: { total: url.includes(short) ? 50 : products.length } };
    const body = { data, meta, included: { component_products: [] } };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
}

/** Lets init read collections of a stub; gives what it said and wrote. */
async function look(baseUrl: string, places: readonly string[], env: Record<string, string> = environment) {
  const output = join(folder, 'target.yaml');
  const words = places.flatMap((place) => ['--at', place]);
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
    const { output, text } = await look(stub.baseUrl, [
      ...nodes.slice(0, 2).map(({ place }) => place),
      missing,
    ]);
    const asWritten = await runAssay(['check', '--target', output], { environment });
    const edited = Object.entries({ ...subscriptionIds(catalog), currency: 'USD' }).reduce(
      (before, [name, value]) => before.replace(`${name}: …`, `${name}: ${value}`),
      text.replaceAll(/^# (known:| {2}subscription:)/gm, '$1'),
    );
    await writeFile(output, edited);
    const { file } = await readTarget(output, { environment });
    expect(file.known?.subscription).toMatchObject(subscriptionIds(catalog));
    const complete = await runAssay(['check', '--target', output], { environment });
    expect([asWritten.code, complete.code]).toEqual([0, 0]);
    expect(clausesHeld(asWritten.out)).toBeGreaterThan(200);
    expect(clausesHeld(complete.out)).toBeGreaterThan(clausesHeld(asWritten.out));
  });

  it.each([
    // After a full last page, one more.
    [1000, 11],
    [1001, 1],
  ])(
    'reads all pages of a collection with 1,000 products, and of a longer one only the first: %i',
    async (count, pages) => {
      const requests: string[] = [];
      await using server = await serveLocally(({ method, url = '' }, response) => {
        requests.push(`${method} ${url.split('?')[0]}`);
        const parameters = new URL(url, 'http://localhost').searchParams;
        const from = Number(parameters.get('page[offset]'));
        const until = Math.min(count, from + Number(parameters.get('page[limit]')));
        const data = Array.from({ length: Math.max(0, until - from) }, (_, index) => ({
          id: `00000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`,
        }));
        const body = { data, meta: { results: { total: count } }, included: { component_products: [] } };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      });
      const { text } = await look(server.baseUrl, [`${place}/${listed}`]);
      const listing = `GET /pcm/hierarchies/${place}/nodes/${listed}/products`;
      expect(requests.filter((one) => one === listing)).toHaveLength(pages);
      expect(requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
      expect(text.includes('at most 1,000 are read')).toBe(count > 1000);
      const documented = await readFile(new URL('../../docs/target-file.md', import.meta.url), 'utf8');
      expect(documented).toContain('all pages of each collection with at most 1,000 products');
    },
  );

  it('walks every collection to its end, and takes the curated order from the marks', async () => {
    await using stub = await startStub([]);
    const { output } = await look(
      stub.baseUrl,
      nodes.map(({ place }) => place),
    );
    const { file } = await readTarget(output, { environment });
    const liveIds = (products: (typeof nodes)[number]['products']) =>
      products.filter(isLive).map(({ id }) => id);
    expect(file.collections?.map(({ holds, ...one }) => ({ ...one, holds: holds?.toSorted() }))).toEqual(
      nodes.map(({ hierarchy, id, products, curated }) => ({
        at: { hierarchyID: hierarchy, nodeID: id },
        holds: liveIds(products).toSorted(),
        ...(curated.length > 0 ? { order: liveIds(curated) } : {}),
      })),
    );
  });

  it('ends with every step that is left, and its line', async () => {
    await using stub = await startStub([]);
    const [first] = nodes;
    const { output, out, text } = await look(stub.baseUrl, [first?.place ?? '', missing], {});
    const line = (begin: string): string => `${output}:${text.split('\n').findIndex((one) => one.startsWith(begin)) + 1}`;
    expect(out.trimEnd().split('\n')).toEqual([
      `${output} written, with 1 collection`,
      'what to do next',
      `  1. If the server needs a token: set ASSAY_TOKEN, and remove the # before token: (${line('# token:')}).`,
      `  2. Correct the collection ${missing}, which is not in the file: the listing returned 404.`,
      `  3. Make sure that holds: and order: are right (${line('    holds:')}), because later checks expect exactly this.`,
      '  4. If a collection also has records that must not be listed, name them under hidden:.',
      `  5. Under known: (${line('# known:')}), add values that the server accepts.`,
      `  6. Run assay check --target ${output}`,
    ]);
    expect(text).not.toContain(missing.split('/')[1]);
  }); // biome-ignore format: one line a step

  it('keeps --insecure in the last step, and headers in variables', async () => {
    await using stub = await startStub([]);
    const words = ['init', stub.baseUrl, '--insecure', '--token', 'canary-token', '--header', 'X-Tenant: canary-tenant'];
    const { out } = await runAssay(words, { folder });
    expect(out).toContain('  1. Set ASSAY_TOKEN to a token that the server accepts.\n  2. Set ASSAY_HEADER_X_TENANT to the value of the header X-Tenant.\n');
    expect(out).toMatch(/\. Run assay check --insecure\n$/);
    const text = await readFile(join(folder, 'assay.target.yaml'), 'utf8');
    expect(text + out).not.toContain('canary');
    const { file } = await readTarget(join(folder, 'assay.target.yaml'), { environment: { ASSAY_TOKEN: 'a', ASSAY_HEADER_X_TENANT: 'b' } });
    expect(file).toMatchObject({ token: 'a', headers: { 'X-Tenant': 'b' } });
  }); // biome-ignore format: one line an expectation

  it('trusts no server that returns drafts, or fewer products than it counts', async () => {
    await using server = await brokenServer();
    const { output, out, text } = await look(server.baseUrl, [`${place}/${listed}`, `${place}/${short}`]);
    expect((await readTarget(output, { environment })).file.collections).toMatchObject([
      { at: { nodeID: listed }, holds: [id(1), id(2)], hidden: [id(3), id(4)] },
      { at: { nodeID: short } },
    ]);
    expect((await readTarget(output, { environment })).file.collections?.[1]).not.toHaveProperty('holds');
    expect(text).toContain(`      - ${id(3)} # status "draft"\n      - ${id(4)} # status "- evil: \\n"\n`);
    expect(out).toContain('Correct the server: it returned 2 products that must not be listed, now under hidden: ');
    expect(out).toContain(`Add holds: to the collection ${short}, which was not read to its end: its pages show 4 of the 50 products`);
  }); // biome-ignore format: one line an expectation

  it.each([
    ['as it is', (token: string) => token],
    ['in base64', (token: string) => Buffer.from(token).toString('base64')],
    ['cut', (token: string) => `${'x'.repeat(29)} ${token}`],
  ])('writes no token that a status repeats: %s', async (_, echo) => {
    await using server = await brokenServer(echo);
    const file = join(folder, 'assay.target.yaml');
    const env = { ASSAY_TOKEN: 'T0ken-canary-one' };
    const first = await look(server.baseUrl, [`${place}/${listed}`], env);
    expect(first.text).toContain(`      - ${id(4)} # status "`);
    await writeFile(file, `baseUrl: ${server.baseUrl}\ntoken: \${ASSAY_TOKEN}\ncollections:\n  - at: { hierarchyID: ${place}, nodeID: ${listed} }\n`);
    const { code, out, error } = await runAssay(['init', '--merge'], { folder, environment: env });
    expect([code, error]).toEqual([0, '']);
    const merged = await readFile(file, 'utf8');
    expect(merged).toMatch(/0004 # status "/);
    for (const text of [first.text, merged, out]) expect(text).not.toMatch(/T0ken|VDBrZW4/);
  }); // biome-ignore format: one line a file

  describe('--merge', () => {
    const file = (): string => join(folder, 'assay.target.yaml');
    const merge = (...words: string[]) => runAssay(['init', '--merge', ...words], { folder });

    it('adds new collections, and the products of collections without any; the rest stays', async () => {
      await using server = await brokenServer();
      const kept = [
        '# ours',
        `baseUrl:   ${server.baseUrl}`,
        'collections:',
        `  - at: {hierarchyID: ${place}, nodeID: ${short}} # the shop`,
        '    holds: [] # nothing yet',
        '    # more to come',
        '',
        '  # the other',
        '  - at:',
        `      hierarchyID: ${place}`,
        `      nodeID: '${listed}' # never read`,
        '    # what it holds',
      ];
      const last = ['', '# What may fail.', 'waivers: [] # none', `hidden: [${id(2)}]`, '# the end'];
      await writeFile(file(), [...kept, ...last].join('\n'));
      const { code, out, error } = await merge('--at', `${place}/${place}`);
      expect([code, error]).toEqual([0, '']);
      expect(out.split('\n').slice(0, 3)).toEqual([
        'assay.target.yaml: 2 collections added or completed',
        `  ${place}/${listed}`,
        `  ${place}/${place}`,
      ]);
      const read = [
        '    # 4 products.',
        '    holds:',
        `      - ${id(1)}`,
        '    # order: []    # the products with a fixed position, in their order',
        '    # The server returned these, although the contract has no such records in this list.',
        '    hidden:',
        `      - ${id(3)} # status "draft"`,
        `      - ${id(4)} # status "- evil: \\n"`,
      ];
      const added = [`  - at: { hierarchyID: ${place}, nodeID: ${place} }`, ...read];
      expect((await readFile(file(), 'utf8')).split('\n')).toEqual([...kept, ...read, ...added, ...last]);
      const again = await merge();
      expect([again.code, again.out]).toEqual([
        0,
        'assay.target.yaml says something of each of its collections, so nothing is added; name another with --at, or remove the lists of one that is to be read again\n',
      ]);
    });

    it('adds the first collections, also to a file in braces, and says which could not be read', async () => {
      await using stub = await startStub([]);
      const shelter = nodes[0]?.place ?? '';
      const { baseUrl } = stub;
      const [hierarchyID, nodeID] = shelter.split('/');
      for (const text of [
        `baseUrl: ${baseUrl}\n`,
        `# ours\r\nbaseUrl: ${baseUrl} # here\r\n# the end`,
        `collections: [] # none\nbaseUrl: ${baseUrl}\n`,
        `{"baseUrl": "${baseUrl}" }`,
        `{ baseUrl: '${baseUrl}', collections: [{ at: { hierarchyID: ${hierarchyID}, nodeID: ${nodeID} }, }] }`,
      ]) {
        await writeFile(file(), text);
        const { out } = await merge('--at', shelter, '--at', missing);
        expect(out).toContain(`assay.target.yaml: 1 collection added or completed\n  ${shelter}\n`);
        expect(out).toContain(`  ${missing}: not read: the listing returned 404\n`);
        const { file: read } = await readTarget(file(), { environment });
        expect(read.baseUrl).toBe(stub.baseUrl);
        expect(read.collections?.map(({ holds }) => holds?.length)).toEqual([13]);
        const after = await readFile(file(), 'utf8');
        const isAddition = (offset: number): boolean =>
          after.startsWith(text.slice(0, offset)) && after.endsWith(text.slice(offset));
        expect([...text, ''].some((_, offset) => isAddition(offset))).toBe(true);
        if (text.includes('\r\n')) expect(after).not.toMatch(/[^\r]\n/);
      }
    });

    it('adds to no file what another server returned', async () => {
      await writeFile(file(), 'baseUrl: http://127.0.0.1:1\n');
      const { code, error } = await merge('http://127.0.0.1:2', '--at', `${place}/${listed}`);
      expect([code, error]).toEqual([
        2,
        'assay.target.yaml is about http://127.0.0.1:1; leave out http://127.0.0.1:2, or name another file with --output.\n',
      ]);
    });

    it('writes a file that is not there', async () => {
      await using stub = await startStub([]);
      const { out } = await merge(stub.baseUrl);
      expect(out).toMatch(/^assay\.target\.yaml written, with 0 collections\n/);
    });

    it('runs no rules, and reads no variables, of a file that was found', async () => {
      await writeFile(join(folder, 'own.mjs'), "throw new Error('it ran');");
      await writeFile(file(), `baseUrl: http://127.0.0.1:1\nrules: own.mjs\n`);
      const ran = await merge('--at', `${place}/${listed}`);
      expect([ran.code, ran.error]).toEqual([2, expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be checked/)]);
      await writeFile(file(), `baseUrl: http://127.0.0.1:1/$` + `{SECRET_OF_CI}\n`);
      const environment = { SECRET_OF_CI: 'canary-0001' };
      const { code, error } = await runAssay(['init', '--merge'], { folder, environment });
      expect([code, error]).toEqual([2, expect.stringContaining('so not "SECRET_OF_CI"')]);
    }); // biome-ignore format: one line an expectation
  });

  it('leaves ids whole whose letters are those of the token', async () => {
    await using stub = await startStub([]);
    const { output, text } = await look(stub.baseUrl, [nodes[0]?.place ?? ''], { ASSAY_TOKEN: 'a' });
    expect(text).not.toContain('[redacted]');
    expect((await readTarget(output, { environment })).file.collections?.[0]?.holds).toHaveLength(13);
  });

  it('writes no token into the file, even if the base URL has it', async () => {
    await using server = await brokenServer();
    const { text } = await look(`${server.baseUrl}/${environment.ASSAY_TOKEN}`, [`${place}/${listed}`]);
    expect(text).toContain('127.0.0.1');
    expect(text).not.toContain(environment.ASSAY_TOKEN);
  });

  it('writes assay.target.yaml, which a check then finds, and never writes over it', async () => {
    await using stub = await startStub([]);
    const words = ['init', stub.baseUrl, '--at', nodes[0]?.place ?? ''];
    const { out } = await runAssay(words, { folder });
    expect(out).toMatch(
      /^assay\.target\.yaml written, with 1 collection\n(.|\n)*\n {2}\d\. Run assay check\n$/,
    );
    const file = join(folder, 'assay.target.yaml');
    await writeFile(file, 'writes: deny\n');
    const again = await runAssay(words, { folder });
    expect([again.code, again.error]).toEqual([
      2,
      'assay.target.yaml already exists; add what is new with --merge, or name another file with --output.\n',
    ]);
    expect(await readFile(file, 'utf8')).toBe('writes: deny\n');
    await symlink(join(folder, 'nothing'), join(folder, 'link.yaml'));
    const linked = await runAssay([...words, '--output', 'link.yaml'], { folder });
    expect([linked.code, linked.error]).toEqual([
      2,
      'link.yaml is a symbolic link that leads to nothing; remove it, or name another file with --output.\n',
    ]);
    const elsewhere = await runAssay([...words, '--output', 'other.yaml'], { folder });
    expect(elsewhere.out).toMatch(/\. Run assay check --target other\.yaml\n$/);
  });

  it('ends with a command that starts assay as it was started', async () => {
    await using stub = await startStub([]);
    const started = [
      [{ npm_command: 'exec' }, 'npx --no -- assay check'],
      [{ npm_command: 'run', npm_lifecycle_event: 'assay' }, 'npm run -s assay -- check'],
    ] as const;
    for (const [index, [environment, command]] of started.entries()) {
      const output = `started-${index}.yaml`;
      const { out } = await runAssay(['init', stub.baseUrl, '--output', output], { folder, environment });
      expect(out).toContain(`. Run ${command} --target ${output}\n`);
    }
  });

  it('writes a file that can be read where nothing can be listed', async () => {
    await using stub = await startStub([]);
    const { output, out } = await look(stub.baseUrl, [missing]);
    expect(out).toContain('which is not in the file: the listing returned 404');
    expect((await readTarget(output, { environment })).file).not.toHaveProperty('collections');
  });
});
