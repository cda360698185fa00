import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Answer, authorization, type Client } from './client.ts';

const run = promisify(execFile);

/** curl; `--get --data-urlencode` writes the query. */
export const curlClient: Client = (baseUrl) => {
  const ask = async (path: string, ...words: string[]): Promise<Answer> => {
    const shown = ['--silent', '--show-error', '--write-out', '\n%{http_code}'];
    const { stdout } = await run('curl', [
      ...shown,
      '-H',
      `Authorization: ${authorization}`,
      ...words,
      baseUrl + path,
    ]);
    const end = stdout.lastIndexOf('\n');
    return { status: Number(stdout.slice(end)), body: JSON.parse(stdout.slice(0, end)) };
  };
  const post = (path: string, body: object): Promise<Answer> =>
    ask(path, '-H', 'Content-Type: application/json', '--data', JSON.stringify(body, null, 2));
  return {
    createKey: (key) => post('/v2/application-keys', key),
    subscribe: (subscription) => post('/subscriptions/subscriptions', subscription),
    list: ({ hierarchy, node, filter, limit, offset }) => {
      const query = [
        ...(filter === undefined ? [] : [`filter=${filter}`]),
        `page[limit]=${limit}`,
        `page[offset]=${offset}`,
      ];
      const words = query.flatMap((pair) => ['--data-urlencode', pair]);
      return ask(`/pcm/hierarchies/${hierarchy}/nodes/${node}/products`, '--get', ...words);
    },
  };
};
