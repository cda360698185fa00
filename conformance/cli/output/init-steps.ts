import { plain } from '../../report/plain.ts';
import { headerVariable } from '../../report/secrets.ts';
import { counted } from '../../report/words.ts';
import type { TargetSketch } from './target-file.ts';

/** What the steps depend on beside the sketch. */
type Written = {
  /** The target file, as it was named. */
  readonly output: string;
  readonly text: string;
  /** Whether ASSAY_TOKEN is set. */
  readonly hasToken: boolean;
  /** The command that checks the server by this file. */
  readonly command: string;
};

/** Everything that is left to do after a target file was written, in its order, each step with its line of the file. */
export function stepsLeft(sketch: TargetSketch, { output, text, hasToken, command }: Written): string[] {
  const { nodes, headers, takesToken, isLoopback } = sketch;
  const lines = text.split('\n');
  const place = (begin: RegExp): string => `${output}:${lines.findIndex((line) => begin.test(line)) + 1}`;
  const listed = nodes.filter((node) => !('problem' in node));
  const drafts = new Set(nodes.flatMap((node) => ('problem' in node ? [] : node.drafts.map(({ id }) => id))));
  const nodeStep = 'Add a node with its hierarchy under nodes:';
  const steps = [
    ...(takesToken && !hasToken ? ['Set ASSAY_TOKEN to a token that the server accepts.'] : []),
    ...(takesToken
      ? []
      : [
          `If creating a key needs a token: set ASSAY_TOKEN, and remove the # before token: (${place(/^# token:/)}).`,
        ]),
    ...headers.map((name) => `Set ${headerVariable(name)} to the value of the header ${name}.`),
    ...nodes.flatMap((node) =>
      'problem' in node
        ? [
            `Correct the node ${node.hierarchy}/${node.node}, which is not in the file: ${plain(node.problem)}.`,
          ]
        : [],
    ),
    ...(listed.length === 0 ? [`${nodeStep} (${place(/^# nodes:/)}).`] : []),
    ...(listed.length > 0
      ? [
          `Make sure that live: and curated: are right (${place(/^nodes:/)}), because later checks expect exactly these products.`,
        ]
      : []),
    ...nodes.flatMap((node) =>
      'problem' in node || node.cut === undefined
        ? []
        : [`Add live: to the node ${node.node}, which was not read to its end: ${node.cut}.`],
    ),
    ...(drafts.size > 0
      ? [
          `Correct the server: it returned ${counted(drafts.size, 'product')} that ${drafts.size === 1 ? 'is' : 'are'} not live, now under hidden: (${place(/^ {4}hidden:/)}).`,
        ]
      : []),
    ...(listed.length > 0
      ? ['If a node also has products that are not live (published), list them under hidden:.']
      : []),
    `Under subscription: (${place(/^# subscription:/)}), add values that the server accepts.`,
    ...(isLoopback
      ? []
      : [
          `Write writes: allow (${place(/^writes:/)}), if the records that POST requests create may stay: they cannot be deleted.`,
        ]),
    `Run ${command}`,
  ];
  return steps.map((step, index) => `  ${index + 1}. ${step}`);
}
