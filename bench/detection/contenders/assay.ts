import { readFile, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { at, type JsonObject } from '../../../src/json/json.ts';
import { execute } from '../../processes.ts';
import { type Contender, limitMs } from '../contender.ts';
import { targetFile } from '../examples.ts';
import { project } from '../places.ts';

const command = ['--disable-warning=ExperimentalWarning', `${project}conformance/cli/bin.ts`];

/** assay itself, with the target file that `assay stub --export-target` would write. */
export const assay: Contender = {
  name: 'assay',
  setting:
    '`check` with a complete target file (token, ids, nodes with their live, curated and hidden products) and nothing else',
  version: async () => {
    const { output } = await execute(process.execPath, [...command, '--version'], {
      folder: project,
      limitMs,
    });
    return output.trim();
  },
  run: async (baseUrl, folder) => {
    await writeFile(`${folder}target.yaml`, stringify(targetFile(baseUrl)));
    const words = ['check', '--target', 'target.yaml', '--report', 'json=report.json'];
    const { code, output, isLate } = await execute(process.execPath, [...command, ...words], {
      folder,
      limitMs,
    });
    const text = await readFile(`${folder}report.json`, 'utf8').catch(() => '');
    if (isLate || text === '')
      return { findings: [], exit: code, trouble: isLate ? 'took too long' : output };
    const found = (at(JSON.parse(text), 'results') as JsonObject[]).filter(
      ({ verdict }) => verdict === 'fail',
    );
    return { findings: found.map(({ rule, level }) => `${level}: ${rule}`), exit: code };
  },
};
