import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { execute } from '../../processes.ts';
import { type Contender, limitMs, timeless } from '../contender.ts';
import { bearer } from '../examples.ts';
import { installed } from '../places.ts';
import { plainForDredd } from '../plain-contract.ts';

const home = installed('dredd');
const command = `${home}node_modules/.bin/dredd`;

/** Dredd, which sends each operation once. */
export const dredd: Contender = {
  name: 'Dredd',
  setting:
    'the contract in OpenAPI 3.0 without the parameters in brackets, for which it drops the whole operation, and ' +
    'with replies whose examples show required members only, since it asks for every member of an example ' +
    '(plainForDredd()); the token as a header',
  version: async () => {
    const { output } = await execute(command, ['--version'], { folder: home, limitMs });
    return /v[\d.]+/.exec(output)?.[0] ?? output.trim();
  },
  run: async (baseUrl, folder) => {
    await writeFile(`${folder}openapi.yaml`, stringify(plainForDredd(), { aliasDuplicateObjects: false }));
    const words = [
      'openapi.yaml',
      baseUrl,
      '--no-color',
      '--loglevel',
      'error',
      '--header',
      `Authorization: ${bearer}`,
    ];
    const { code, output, isLate } = await execute(command, words, { folder, limitMs });
    if (isLate || !output.includes('complete:')) {
      return { findings: [], exit: code, trouble: isLate ? 'took too long' : output };
    }
    return { findings: findingsIn(output), exit: code };
  },
};

/** Each failed operation with the lines that say why. */
function findingsIn(output: string): string[] {
  const [, details = ''] = output.split('Displaying failed tests...');
  const failed = details.split(/^fail: (?=[A-Z]+ \(\d+\))/m).slice(1);
  return failed.map((text) => {
    const [title = '', ...lines] = (text.split('\nrequest:')[0] ?? '').split('\n');
    return timeless(`${title.split(' duration')[0]}: ${lines.join(' ')}`).slice(0, 300);
  });
}
