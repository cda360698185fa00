import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { schemaLine } from '../../conformance/target/schema-line.ts';

let project = '';
beforeEach(async () => {
  project = await mkdtemp(join(process.cwd(), 'project-'));
});

/** The path that the line for a file names. */
const pathFor = (file: string): string => schemaLine(file, project).split('$schema=')[1] ?? '';

test('the schema of an installation is found from any folder of the project', async () => {
  const installed = join(project, 'node_modules/assay/dist/conformance/target');
  await mkdir(installed, { recursive: true });
  await writeFile(join(installed, 'target.schema.json'), '{}');
  for (const place of ['target.yaml', 'packages/shop/target.yaml']) {
    const file = join(project, place);
    await mkdir(dirname(file), { recursive: true });
    expect(resolve(dirname(file), pathFor(file))).toBe(join(installed, 'target.schema.json'));
  }
});

test('where there is neither, the place of an installation to come is named, and none of this machine', () => {
  expect(pathFor(join(project, 'target.yaml'))).toBe(
    './node_modules/assay/dist/conformance/target/target.schema.json',
  );
});
