import { plain } from '../../report/plain.ts';
import { headerVariable } from '../../report/secrets.ts';
import { counted } from '../../report/words.ts';
import type { NodeReading, NodeSketch } from '../../target/sketch.ts';

/** What is known about a target when its file is first written. */
type TargetSketch = {
  readonly baseUrl: string;
  /** Whether the target is on this machine, where writing is allowed unless it is denied. */
  readonly isLoopback: boolean;
  /** Whether there is a token, or the target asked for one. */
  readonly takesToken: boolean;
  /** The names of the headers that were given for it. */
  readonly headers: readonly string[];
  readonly nodes: readonly NodeSketch[];
  /** RFC 3339. */
  readonly day: string;
};

/** A target file with what was seen; whatever else it may contain is there as a suggestion. */
export function targetFileText(schemaLine: string, sketch: TargetSketch): string {
  const { baseUrl, isLoopback, takesToken, headers, nodes, day } = sketch;
  return [
    `#${schemaLine}`,
    '# What assay may use on this server and expect of it. Lines after a # are suggestions.',
    `# \${NAME} is replaced by an environment variable: secrets belong there, never in this file.`,
    '',
    '# The address of the service; the command line takes precedence.',
    `baseUrl: ${baseUrl}`,
    ...publicUrlText(nodes),
    '',
    '# Sent as a bearer token with every request.',
    `${takesToken ? '' : '# '}token: \${ASSAY_TOKEN}`,
    '',
    '# Values that the server accepts. Without them, its rejection of a subscription proves nothing.',
    ...(isLoopback
      ? []
      : ['# Keys and subscriptions cannot be deleted: allow them only where they may stay behind.']),
    isLoopback ? '# writes: allow   # the default on this machine' : 'writes: deny   # or allow',
    '# subscription:',
    '#   account_id: 00000000-0000-4000-8000-000000000000',
    '#   offering_id: 00000000-0000-4000-8000-000000000000',
    '#   plan_id: 00000000-0000-4000-8000-000000000000',
    '#   currency: USD',
    `#   payment: any   # or one that is accepted: { type, customer_id, card_id, name, email }`,
    '',
    ...nodesText(nodes, day),
    '',
    '# Sent with every request.',
    ...(headers.length === 0
      ? ['# headers: { X-Store: eu }']
      : ['headers:', ...headers.map((name) => `  ${name}: \${${headerVariable(name)}}`)]),
    '',
    '# OpenAPI Overlays on the contract, such as the real names of payment gateways.',
    '# overlays: [gateways.overlay.yaml]',
    '',
    '# Options that later checks expect; check --verbose shows those that the server takes now.',
    '# choices: { refusal-status: 422, default-page-size: 100 }',
    '',
    '# Rules that may fail until a given day (UTC).',
    '# waivers:',
    '#   - rule: node-products/included-exact',
    '#     reason: why it may fail',
    '#     until: 2027-03-31',
    '',
  ].join('\n');
}

/** Proposes the address by which the server names itself in its links. */
function publicUrlText(nodes: readonly NodeSketch[]): string[] {
  const [url] = nodes.flatMap((sketch) => ('problem' in sketch ? [] : (sketch.publicUrl ?? [])));
  if (url === undefined) return [];
  return [
    '# Links of the server begin with this address. If clients reach it there, remove the # from the next line.',
    `# publicUrl: ${url}`,
  ];
}

const noNodes = [
  '# The nodes to list, and what only you can know about them.',
  '# nodes:',
  '#   - hierarchy: 00000000-0000-4000-8000-000000000000',
  '#     node: 00000000-0000-4000-8000-000000000000',
  '#     live: []      # every live product of the node, in any order',
  '#     curated: []   # the curated order, live products only',
  '#     hidden: []    # attached but not live, must never be shown: ids, or maps of id, name and slug',
];

/** The part of a target file about its nodes, in lines. */
export function nodesText(nodes: readonly NodeSketch[], day: string): string[] {
  const title = `# The nodes to list, and what they returned on ${day}. Check these lists: later checks expect exactly this.`;
  const listed = nodes.flatMap((sketch) => ('problem' in sketch ? [] : [sketch]));
  return listed.length === 0 ? noNodes : [title, 'nodes:', ...listed.flatMap(nodeLines)];
}

const nodeLines = (sketch: Exclude<NodeSketch, { problem: string }>): string[] => [
  `  - hierarchy: ${sketch.hierarchy}`,
  `    node: ${sketch.node}`,
  ...seen(sketch),
];

function seen({ total, live, cut = '', curated, drafts, hasLinks, filterable }: NodeReading): string[] {
  const { name, slug } = filterable;
  const links = hasLinks ? 'with links' : 'without links';
  return [
    `    # ${counted(total, 'product')}, ${links}; filters can look for ${counted(name, 'name')} and ${counted(slug, 'slug')}.`,
    ...(live
      ? listed('live', live)
      : [
          `    # The live products are not written: ${cut}.`,
          '    # live: []      # every live product of the node, in any order',
        ]),
    ...(curated.length > 0
      ? ['    # These are marked as curated, in the order shown.', ...listed('curated', curated)]
      : ['    # curated: []   # the curated order, live products only']),
    ...(drafts.length > 0
      ? [
          '    # The server returned these, although their own status is not live.',
          '    hidden:',
          ...drafts.map(({ id, status }) => `      - ${id} # status ${plain(status)}`),
        ]
      : [
          '    # hidden: []   # attached but not live, must never be shown: ids, or maps of id, name and slug',
        ]),
  ];
}

const listed = (key: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [`    ${key}: []`] : [`    ${key}:`, ...ids.map((id) => `      - ${id}`)];

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
