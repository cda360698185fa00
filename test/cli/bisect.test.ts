import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { assayFile } from '../../bench/command-of-assay.ts';
import { freePort } from '../../bench/free-port.ts';

const node = '606699e3-d3d0-4977-9433-444b2d312311/fa5f7e49-aa64-4842-90c8-7398f92c0df3';

/** A listing of twelve products; `fault` is put behind the size of a page, `guard` in front of everything. */
const handler = (title: string, { fault = '', guard = '' }) => `// ${title}
const products = Array.from({ length: 12 }, (_, index) => ({
  id: \`00000000-0000-4000-8000-\${String(index).padStart(12, '0')}\`,
  type: 'product',
}));
export default (request, response) => {
  ${guard}
  const query = new URL(request.url, 'http://shop').searchParams;
  const offset = Number(query.get('page[offset]') ?? 0);
  const data = products.slice(offset, offset + Number(query.get('page[limit]') ?? 25)${fault});
  const meta = { results: { total: products.length } };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data, meta, included: { component_products: [] } }));
};
`;

/** Serves the handler of the commit that is checked out when a request comes. */
const reloading = `
import { statSync } from 'node:fs';
import { createServer } from 'node:http';
const file = new URL('handler.mjs', import.meta.url);
createServer(async (request, response) => {
  const { default: handle } = await import(\`\${file}?\${statSync(file).mtimeMs}\`);
  handle(request, response);
}).listen(process.env.PORT, '127.0.0.1', () => console.log('listening'));
`;

/** Starts the server of a commit, checks it, and ends it. What could not be judged is skipped. */
const script = (port: number): string => `
PORT=${port} node server.mjs & server=$!
node ${assayFile} check http://127.0.0.1:${port} --at ${node} --wait 30 --only node-products/page-limit
code=$?
kill $server
[ $code -le 1 ] || code=125
exit $code
`;

type Commit = Parameters<typeof handler>;

const faulty: Commit[1] = { fault: ' + 1' };
const history: readonly Commit[] = [
  ['Begin the shop', {}],
  ['Say more', {}],
  ['Say even more', {}],
  ['Refactor', {}],
  ['Tidy up', {}],
  ['Cut pages elsewhere', faulty],
  ['Rename', faulty],
  ['Write the release notes', faulty],
];

/** A repository with those commits, and what runs git in it. */
async function repository(commits: readonly Commit[]) {
  const folder = process.cwd();
  const env = {
    PATH: `${process.execPath.replace(/\/[^/]+$/, '')}:${process.env.PATH}`,
    HOME: folder,
    NO_COLOR: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@shop.example',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@shop.example',
  };
  const git = async (...words: string[]): Promise<string> =>
    (await promisify(execFile)('git', words, { cwd: folder, env })).stdout;
  await git('init', '--quiet');
  for (const [title, what] of commits) {
    await writeFile(join(folder, 'handler.mjs'), handler(title, what));
    await git('add', 'handler.mjs');
    await git('commit', '--quiet', '--message', title);
  }
  await writeFile(join(folder, 'server.mjs'), reloading);
  await git('bisect', 'start', 'HEAD', `HEAD~${commits.length - 1}`);
  const found = async (): Promise<string> =>
    (await git('log', '-1', '--format=%s', 'refs/bisect/bad')).trim();
  return { folder, env, git, found };
}

describe('git bisect run', { timeout: 300_000 }, () => {
  it('finds the commit that broke a rule, and skips what cannot be checked', async () => {
    const guard = 'return response.writeHead(401).end();';
    const commits = history.map(([title, what]): Commit => [title, title === 'Refactor' ? { guard } : what]);
    const { folder, git, found } = await repository(commits);
    await writeFile(join(folder, 'try.sh'), script(await freePort()));
    const said = await git('bisect', 'run', 'sh', 'try.sh');
    expect(said).toContain('is the first bad commit');
    expect(await found()).toBe('Cut pages elsewhere');
    expect(await git('bisect', 'log')).toMatch(/^# skip: .* Refactor$/m);
  });
});
