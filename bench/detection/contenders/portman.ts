import { readFile, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { at, type JsonObject } from '../../../src/json/json.ts';
import { execute } from '../../processes.ts';
import { type Contender, limitMs, timeless } from '../contender.ts';
import { bearer } from '../examples.ts';
import { installed } from '../places.ts';
import { plain } from '../plain-contract.ts';
import { portmanConfig } from './portman-config.ts';

const home = installed('portman');
const bin = `${home}node_modules/.bin/`;

/** Portman writes a collection of tests from the contract, and Newman runs it. */
export const portman: Contender = {
  name: 'Portman with Newman',
  setting:
    'the contract in OpenAPI 3.0 (plain()), since ranges of statuses give no tests; all contract tests but that of the media type, and its ' +
    'fuzzing of bodies and queries (required members, bounds, lengths), each to be rejected with a 4xx; five nodes ' +
    'and pages that it also listed',
  version: async () => {
    const of = async (name: string): Promise<unknown> =>
      at(JSON.parse(await readFile(`${home}node_modules/${name}/package.json`, 'utf8')), 'version');
    return `${await of('@apideck/portman')} with ${await of('newman')}`;
  },
  run: async (baseUrl, folder) => {
    await writeFile(`${folder}openapi.yaml`, stringify(plain(), { aliasDuplicateObjects: false }));
    await writeFile(`${folder}portman.json`, JSON.stringify(portmanConfig));
    const files = ['-l', 'openapi.yaml', '-c', 'portman.json', '-o', 'collection.json'];
    const made = await execute(`${bin}portman`, [...files, '-b', '{{baseUrl}}'], { folder, limitMs });
    if (made.code !== 0) return { findings: [], exit: made.code, trouble: made.output };
    const token = bearer.replace('Bearer ', '');
    const words = [
      'run',
      'collection.json',
      '--env-var',
      `baseUrl=${baseUrl}`,
      '--env-var',
      `bearerToken=${token}`,
    ];
    const report = ['--reporters', 'json', '--reporter-json-export', 'newman.json'];
    const { code, output, isLate } = await execute(`${bin}newman`, [...words, ...report], {
      folder,
      limitMs,
    });
    const text = await readFile(`${folder}newman.json`, 'utf8').catch(() => '');
    if (isLate || text === '')
      return { findings: [], exit: code, trouble: isLate ? 'took too long' : output };
    const failures = at(JSON.parse(text), 'run', 'failures') as JsonObject[];
    const found = failures.map((one) => `${at(one, 'source', 'name')}: ${at(one, 'error', 'test')}`);
    return { findings: [...new Set(found.map(timeless))], exit: code };
  },
};
