import { readFile, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { execute } from '../../processes.ts';
import { type Contender, limitMs, timeless } from '../contender.ts';
import { bearer } from '../examples.ts';
import { installed } from '../places.ts';
import { plainForSpecmatic } from '../plain-contract.ts';

const jar = `${installed('specmatic')}node_modules/specmatic/specmatic.jar`;
const java = [
  '-XX:TieredStopAtLevel=1',
  ...['http', 'https'].flatMap((scheme) => [`-D${scheme}.proxyHost=127.0.0.1`, `-D${scheme}.proxyPort=9`]),
  '-Dhttp.nonProxyHosts=127.0.0.1|localhost',
  '-jar',
  jar,
];

const settings = {
  version: 2,
  contracts: [{ provides: ['openapi.yaml'] }],
  security: {
    OpenAPI: { securitySchemes: { bearer: { type: 'bearer', token: bearer.replace('Bearer ', '') } } },
  },
  test: { resiliencyTests: { enable: 'all' } },
};

/** Specmatic's contract tests, those of wrong input included. */
export const specmatic: Contender = {
  name: 'Specmatic',
  setting:
    'the contract in OpenAPI 3.0 with single statuses and described rejections (plainForSpecmatic()), since it ' +
    'stumbles over 2XX ("Key null is missing in the map"); the token; five nodes as named examples; resiliency tests: all; ' +
    'at most 12 combinations of a request, since all of them are more than 6000 requests',
  version: async () => {
    const { output } = await execute('java', ['-jar', jar, '--version'], {
      folder: installed('specmatic'),
      limitMs,
    });
    return /v[\d.]+/.exec(output)?.[0] ?? output.trim();
  },
  run: async (baseUrl, folder) => {
    await writeFile(
      `${folder}openapi.yaml`,
      stringify(plainForSpecmatic(), { aliasDuplicateObjects: false }),
    );
    await writeFile(`${folder}specmatic.yaml`, stringify(settings));
    const words = ['test', `--testBaseURL=${baseUrl}`, '--junitReportDir=junit'];
    const environment = { MAX_TEST_REQUEST_COMBINATIONS: '12', SPECMATIC_PRETTY_PRINT: 'false' };
    const { code, output, isLate } = await execute('java', [...java, ...words], {
      folder,
      limitMs,
      environment,
    });
    const report = await readFile(`${folder}junit/TEST-junit-jupiter.xml`, 'utf8').catch(() => '');
    if (isLate || report === '')
      return { findings: [], exit: code, trouble: isLate ? 'took too long' : output };
    const failed = output.matchAll(/Scenario: (.*) has (?:FAILED|ERRORED)/g);
    return { findings: [...new Set([...failed].map(([, scenario = '']) => timeless(scenario)))], exit: code };
  },
};
