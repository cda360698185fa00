import { plain } from '../../conformance/report/plain.ts';
import { referencePath } from '../stub/control/reserved.ts';
import type { Description } from '../stub/description.ts';

/** What one needs to know of a running stub: operations, nodes, and lines to try. */
export function stubSheet({ name, baseUrl, operations, hierarchies, examples }: Description): string {
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
    ['to try', ...examples.map((line) => `  ${line}`)].join('\n'),
    ['for people', `  ${origin}/`, `  ${origin}${referencePath}`].join('\n'),
  ].join('\n\n');
}
