import { plain } from '../../conformance/report/plain.ts';
import { shellWord } from '../../conformance/report/words.ts';
import { referencePath, reserved } from '../stub/control/reserved.ts';
import type { Description } from '../stub/description.ts';

/** How a stub was started, as far as it bears on what can be done with it. */
export type Started = {
  readonly control: boolean;
  /** The target file that was written for it. */
  readonly target: string | undefined;
};

/** What one needs to know of a running stub: operations, nodes, and lines to try. */
export function stubSheet(
  { name, baseUrl, operations, hierarchies, examples }: Description,
  { control, target }: Started,
): string {
  const { origin } = new URL(baseUrl);
  const nodes = hierarchies.flatMap((hierarchy) => hierarchy.nodes);
  const width = Math.max(...nodes.map((node) => node.name.length));
  return [
    `${plain(name)} at ${baseUrl}`,
    [
      'operations',
      ...operations.map(
        ({ method, path, summary }) => `  ${method.padEnd(5)} ${path}  ${summary.toLowerCase()}`,
      ),
    ].join('\n'),
    [
      'nodes',
      ...hierarchies.flatMap((hierarchy) => [
        `  hierarchy ${hierarchy.id}  ${plain(hierarchy.name)}`,
        ...hierarchy.nodes.map(
          (node) => `    ${node.id}  ${plain(node.name.padEnd(width))}  ${plain(node.special)}`,
        ),
      ]),
    ].join('\n'),
    ['to try, with any token', ...examples.map((line) => `  ${line}`)].join('\n'),
    [
      'to check it',
      target === undefined
        ? '  start it with --export-target FILE, then: assay check --target FILE'
        : `  assay check --target ${shellWord(target)}`,
    ].join('\n'),
    ...(control ? [['to control it, from this machine', `  ${origin}${reserved}`].join('\n')] : []),
    ['for people', `  ${origin}/`, `  ${origin}${referencePath}`].join('\n'),
  ].join('\n\n');
}
