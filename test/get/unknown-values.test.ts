import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { runAssay } from '../cli/assay-in-process.ts';
import { withFiles } from '../contract/own-contract.ts';

const checked = async (path: string, parameters: string) => {
  const text = `openapi: 3.1.1
info: { title: Tasks, version: 1.0.0 }
paths:
  /login:
    post:
      responses: { '200': { description: a token, content: { application/json: { schema: { type: object } } } } }
  ${path}:
    get:
      operationId: getTasks
      parameters:
        - ${parameters}
      responses: { '200': { description: all, content: { application/json: { schema: { type: object } } } } }
`;
  const { code, out } = await withFiles({ 'openapi.yaml': text }, (folder) =>
    runAssay(['check', '--stub', '--contract', join(folder, 'openapi.yaml')]),
  );
  return {
    code,
    out: stripVTControlCharacters(out)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\S*\/openapi/g, 'openapi'),
  };
};

const header = (more = ''): string =>
  `{ name: x-token, in: header, required: true, schema: { type: string }${more} }`;

it.each([
  ['/tasks', 'x-token', header()],
  ['/tasks/{day}/sum', 'day', '{ name: day, in: path, required: true, schema: { type: string } }'],
])('of an operation %s that only returns something, the parameter that needs an example is named with its line', async (path, name, parameter) => {
  const { code, out } = await checked(path, parameter);
  expect(code).toBe(3);
  expect(out).toContain(`no example ${name === 'day' ? 4 : 5} add an example of ${name} at openapi.yaml:11`);
  expect(out).toMatch(/undetermined — 0 of 1 operations judged \(getTasks: no value of a required parameter is known\)/);
  expect(out).not.toContain('x-kind: other');
}); // biome-ignore format: long

it('a parameter with an example needs none', async () => {
  expect((await checked('/tasks', header(', example: abc'))).code).toBe(0);
});
