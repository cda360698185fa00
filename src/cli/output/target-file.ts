import { plain } from '../../../conformance/report/text/plain.ts';
import { counted } from '../../../conformance/report/text/words.ts';
import type { NodeSketch } from '../../../conformance/target/sketch.ts';

/** What is known about a target when its file is first written. */
export type TargetSketch = {
  readonly baseUrl: string;
  /** Whether the target is on this machine, where writing is allowed unless it is denied. */
  readonly isLoopback: boolean;
  /** Whether there is a token, or the target asked for one. */
  readonly takesToken: boolean;
  readonly nodes: readonly NodeSketch[];
};

/** A target file with a comment on every key; what only its operator can know is a suggestion. */
export function targetFileText(
  schemaLine: string,
  { baseUrl, isLoopback, takesToken, nodes }: TargetSketch,
): string {
  return [
    `#${schemaLine}`,
    '# What assay may use on this server and expect of it. Lines after a # are suggestions.',
    `# \${NAME} stands for an environment variable: secrets belong there, never in this file.`,
    '',
    '# The address of the service; the command line takes precedence.',
    `baseUrl: ${baseUrl}`,
    '',
    '# Sent as a bearer token with every request.',
    `${takesToken ? '' : '# '}token: \${ASSAY_TOKEN}`,
    '',
    '# Sent with every request.',
    '# headers: { X-Store: eu }',
    '',
    '# allow | deny: whether keys and subscriptions may be created. They cannot be deleted.',
    isLoopback ? '# writes: allow   # the default on this machine' : 'writes: deny',
    '',
    '# Ids that the server accepts. Without them, a refusal proves nothing.',
    '# subscription:',
    '#   account_id: 00000000-0000-4000-8000-000000000000',
    '#   offering_id: 00000000-0000-4000-8000-000000000000',
    '#   plan_id: 00000000-0000-4000-8000-000000000000',
    '#   currency: USD',
    `#   payment: any   # or one that is accepted: { type, customer_id, card_id, name, email }`,
    '',
    '# OpenAPI Overlays on the contract, such as the real names of payment gateways.',
    '# overlays: [gateways.overlay.yaml]',
    '',
    '# The nodes to list, and what only you can know about them.',
    ...(nodes.length === 0 ? noNodes : ['nodes:', ...nodes.flatMap(nodeLines)]),
    '',
    '# Rules that may fail until a given day (UTC).',
    '# waivers:',
    '#   - rule: node-products/included-exact',
    '#     reason: why it may fail',
    '#     until: 2027-03-31',
    '',
  ].join('\n');
}

const noNodes = [
  '# nodes:',
  '#   - hierarchy: 00000000-0000-4000-8000-000000000000',
  '#     node: 00000000-0000-4000-8000-000000000000',
  '#     live: []      # every live product of the node, in any order',
  '#     curated: []   # the curated order, live products only',
  '#     hidden: []    # attached but not live, must never be shown: ids, or maps of id, name and slug',
];

function nodeLines(sketch: NodeSketch): string[] {
  return [
    `  - hierarchy: ${sketch.hierarchy}`,
    `    node: ${sketch.node}`,
    ...('problem' in sketch
      ? [`    # assay init could not list it: ${plain(sketch.problem)}`]
      : seen(sketch)),
    '    # Products that are attached but not live, and must never be shown:',
    '    # hidden: []   # ids, or maps of id, name and slug',
  ];
}

function seen({ total, live, curated }: Exclude<NodeSketch, { problem: string }>): string[] {
  return [
    `    # It shows ${counted(total, 'product')} today. If these are exactly the live ones, confirm them:`,
    ...listed('live', live ?? []),
    curated.length === 0
      ? '    # None is marked as curated. If the node is curated, list its live products in order:'
      : '    # These are marked as curated, in the order shown. If that is the order you set, confirm it:',
    ...listed('curated', curated),
  ];
}

const listed = (key: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [`    # ${key}: []`] : [`    # ${key}:`, ...ids.map((id) => `    #   - ${id}`)];
