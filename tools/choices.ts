import type { Choice } from '../src/contract/choices/choice.ts';
import { loadContract } from '../src/contract/load.ts';
import { isObject, type Json, type JsonObject } from '../src/json/json.ts';
import { readYaml } from '../src/yaml/yaml-file.ts';

const source = new URL('../spec/choices.yaml', import.meta.url);

/** What is made from spec/choices.yaml, by path. */
export const made = {
  table: 'src/contract/choices/table.ts',
  schema: 'src/contract/choices/choices.schema.json',
  docs: 'docs/choices.md',
} as const;

const known = ['asks', 'clauses', 'options', 'range', 'seen', 'served'];

/** Reads spec/choices.yaml. A mistake in it says where it is. */
export async function readChoices(): Promise<Record<string, Choice>> {
  const { clauses } = await loadContract();
  const { value, where } = await readYaml(source.pathname);
  const read = Object.entries(value as JsonObject).map(([id, entry]): [string, Choice] => {
    const fault = (what: string): Error => new Error(`${where([id])}: ${id} ${what}`);
    if (!isObject(entry)) throw fault('is not a map');
    const unknown = Object.keys(entry).find((key) => !known.includes(key));
    if (unknown !== undefined) throw fault(`has an unknown field, ${unknown}`);
    const { asks, range, seen, served } = entry;
    if (typeof asks !== 'string' || !asks.endsWith('?')) throw fault('asks no question');
    for (const reason of [seen, served])
      if (reason !== undefined && !/^no, because /.test(String(reason)))
        throw fault('gives no reason: write "no, because …"');
    const own = listIn(entry.clauses).map(String);
    const levels = own.map((clause) => clauses.get(clause)?.level ?? `unknown clause ${clause}`);
    if (levels.some((level) => level !== 'unspecified'))
      throw fault(`has clauses of the wrong level: ${levels.join(', ')}`);
    const pairs = listIn(entry.options).map((one) => (isObject(one) ? onlyEntry(one, fault) : [one, '']));
    const options = pairs.map(([name]) => name as string | number);
    if (new Set(options).size < Math.max(2, options.length)) throw fault('has too few options');
    const words = pairs.filter(([, said]) => said !== '');
    return [
      id,
      {
        asks,
        clauses: own,
        options: options as unknown as Choice['options'],
        ...(words.length > 0 ? { words: Object.fromEntries(words) } : {}),
        ...(range === undefined ? {} : { range: range as unknown as [number, number] }),
        ...(seen === undefined ? {} : { seen: String(seen) }),
        ...(served === undefined ? {} : { served: String(served) }),
      },
    ];
  });
  return Object.fromEntries(read);
}

const listIn = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

function onlyEntry(one: JsonObject, fault: (what: string) => Error): [string, string] {
  const [entry, ...others] = Object.entries(one);
  if (!entry || others.length > 0) throw fault('has an option with more than one name');
  return [entry[0], String(entry[1])];
}

/** The module that the types come from: a choice a line. */
export const tableOf = (choices: Record<string, Choice>): string =>
  [
    '// Made from spec/choices.yaml by npm run generate:choices.',
    '// biome-ignore-all format: a choice a line',
    "import type { Choice } from './choice.ts';",
    '',
    '/** Every choice, as spec/choices.yaml states it. */',
    'export const choiceTable = {',
    ...Object.entries(choices).map(([id, choice]) => `  '${id}': ${JSON.stringify(choice)},`),
    '} as const satisfies Record<string, Choice>;',
    '',
  ].join('\n');

/** The JSON Schema of a choices file. */
export const schemaOf = (choices: Record<string, Choice>): JsonObject => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'assay choices',
  description: 'The options of a server; the default of a choice is its first option.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    ...Object.fromEntries(Object.entries(choices).map(([id, choice]) => [id, propertyOf(choice)] as const)),
  },
});

function propertyOf(choice: Choice): JsonObject {
  const { asks, options, words = {}, range, seen } = choice;
  const said = Object.entries(words).map(([name, text]) => `${name}: ${text}.`);
  const unseen = seen === undefined ? [] : ['Checks do not observe it.'];
  const allowed = options.flatMap((one): Json[] =>
    one === 'null' ? ['null', null] : one === 'true' ? ['true', true] : [one],
  );
  return {
    description: [asks, ...said, ...unseen].join(' '),
    ...(range
      ? { anyOf: [{ enum: allowed }, { type: 'integer', minimum: range[0], maximum: range[1] }] }
      : { enum: allowed }),
  };
}

/** The table of the documentation. */
export function docsOf(choices: Record<string, Choice>): string {
  const entries = Object.entries(choices);
  const visible = entries.filter(([, { seen }]) => seen === undefined);
  const unseen = entries.filter(([, { seen }]) => seen !== undefined);
  return `${[
    '# Choices',
    '',
    'If the specification does not say what a server must do, the server has a *choice*. A check observes which option the server takes. In a',
    '[target file](target-file.md#choices) you can pin an option. The [stub](stub.md#choices) can take every option; the first one is the default.',
    '(This page is generated from `spec/choices.yaml` by `npm run generate:choices`.)',
    '',
    ...rowsOf(visible),
    '',
    `A check does not observe ${unseen.length} further choices, but the stub can take all their options. \`assay clauses\` lists them, and`,
    `\`assay clauses ${unseen[0]?.[0]}\` explains the first.`,
  ].join('\n')}\n`;
}

const rowsOf = (entries: readonly (readonly [string, Choice])[]): string[] =>
  tableIn(
    ['choice', 'question', 'options'],
    entries.map(([id, one]) => [`\`${id}\``, one.asks, optionsOf(one)]),
  );

const tableIn = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);

const optionsOf = ({ options, words = {}, range }: Choice): string =>
  [
    ...options.map((one) => `\`${one}\`${words[one] === undefined ? '' : ` ${words[one]}`}`),
    ...(range ? [`any from ${range[0]} to ${range[1]}`] : []),
  ].join('<br>');
