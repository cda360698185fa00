// Instruments files with StrykerJS: node instrument.js SOURCE TARGET FILE...
// Each FILE below SOURCE is written to TARGET with all its mutants switched off; a list of them is printed as JSON.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';

const [source, target, ...names] = process.argv.slice(2);
const ignore = () => {};
const logger = { isDebugEnabled: () => false, debug: ignore, info: ignore, warn: ignore, error: ignore };
const instrumenter = createInjector().provideValue('logger', logger).injectFunction(createInstrumenter);

const files = await Promise.all(
  names.map(async (name) => ({ name, mutate: true, content: await readFile(join(source, name), 'utf8') })),
);
const options = { plugins: null, excludedMutations: [], ignorers: [] };
const instrumented = await instrumenter.instrument(files, options);
for (const { name, content } of instrumented.files) await writeFile(join(target, name), content);
process.stdout.write(JSON.stringify(instrumented.mutants));
