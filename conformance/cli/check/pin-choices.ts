import { isMap, isNode, isScalar, parseDocument, stringify } from 'yaml';
import { choices, optionNamed } from '../../../src/contract/choices/choices.ts';
import { UserError } from '../../../src/errors.ts';
import { network } from '../../../src/http/network.ts';
import { isObject } from '../../../src/json/json.ts';
import { readYaml } from '../../../src/yaml/yaml-file.ts';
import { createCheck } from '../../check.ts';
import { isOther } from '../../core/observed.ts';
import { writeWhole } from '../../report/files/write.ts';
import type { Report } from '../../report/report.ts';
import { type Io, resolvePath } from '../io/io.ts';
import { openTarget } from './open-target.ts';

/** A choice that was not written, and what was seen instead, or why nothing was. */
type NotPinned = { readonly choice: string; readonly saw: string };

/** What happened to the choices of a target file. */
export type Pinned = {
  /** How many are pinned now to what was seen. */
  readonly count: number;
  /** Those that were pinned to something else before. */
  readonly changed: readonly { readonly choice: string; readonly before: string; readonly after: string }[];
  readonly notPinned: readonly NotPinned[];
  /** How many records were created. */
  readonly records: number;
};

/** How a server is reached. */
export type Reach = { readonly baseUrl: string; readonly timeout: number; readonly insecure: boolean };

/**
 * Reads every choice of a server as its target file says, and writes what it saw into that file; what the file says
 * beside that stays. What has no option, or was not seen, stays as it was.
 */
export async function pinChoices(path: string, reach: Reach, day: string, io: Io): Promise<Pinned> {
  const file = resolvePath(io, path);
  const { contents } = parseDocument((await readYaml(file)).text);
  // The server is not asked, and left with records, for what cannot be written.
  if (isMap(contents) && contents.flow)
    throw new UserError(
      `${path}: it is written in braces, like JSON, so lines cannot be added; write it as YAML, one field a line.`,
    );
  const report = await observeAll(path, reach, io);
  // As it is by now: whoever edits it meanwhile loses nothing.
  const { text, value } = await readYaml(file);
  const held = isObject(value) && isObject(value.choices) ? value.choices : {};
  const seen = report.observations.flatMap(({ id, question, answer }) => {
    const choice = choices.get(id);
    const option = choice && optionNamed(choice, answer);
    return option === undefined ? [] : [{ id, question, option }];
  });
  const known = new Set(seen.map(({ id }) => id));
  const kept = Object.entries(held).filter(([id]) => !known.has(id));
  const lines = [
    ...kept.map(([id, value]) => `  ${id}: ${stringify(value).trim()}`),
    ...seen.map(({ id, question, option }) => `  ${id}: ${stringify(option).trim()} # ${question}`),
  ];
  await writeWhole(file, withChoices(text, [`${title(day)}\nchoices:`, ...lines].join('\n')));
  return {
    count: seen.length,
    changed: seen.flatMap(({ id, option }) => {
      const before = held[id];
      return before === undefined || String(before) === String(option)
        ? []
        : [{ choice: id, before: String(before), after: String(option) }];
    }),
    notPinned: [
      ...report.observations.flatMap(({ id, answer }) =>
        isOther(answer) ? [{ choice: id, saw: answer }] : [],
      ),
      ...(report.unseen ?? []).map(({ id, why }) => ({ choice: id, saw: `not seen: ${why}` })),
    ],
    records: report.created.length,
  };
}

/** How the line begins that is over the choices that were written, which the next line replaces. */
const beginning = '# The options that the server took on';

const title = (day: string): string => `${beginning} ${day}; later checks expect exactly these.`;

/** The text of a target file with these choices, and nothing else changed in it. */
function withChoices(text: string, block: string): string {
  const { contents } = parseDocument(text);
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === 'choices')
    : undefined;
  const [start] = (isScalar(pair?.key) && pair.key.range) || [];
  const [, , end] = (isNode(pair?.value) && pair.value.range) || [];
  if (start !== undefined && end !== undefined) {
    const before = text.slice(0, start).replace(new RegExp(`${beginning} [^\\n]*\\n$`), '');
    return `${before}${block}\n${text.slice(end)}`;
  }
  const suggestion = /^#[^\n]*\n# choices: \{[^\n]*$/m;
  return suggestion.test(text)
    ? text.replace(suggestion, () => block)
    : `${text.replace(/\n*$/, '\n')}${block}\n`;
}

async function observeAll(path: string, { baseUrl, timeout, insecure }: Reach, io: Io): Promise<Report> {
  await using open = await openTarget({ baseUrl, target: path, nodes: [] }, io);
  const { contract, ruleSet, target } = open;
  const check = await createCheck({ contract, ruleSet, target }, { only: ['choice'], timeout });
  const { transport, close } = network(target.baseUrl, { connections: 8, timeout, insecure, env: io.env });
  return check.run(transport).finally(close);
}
