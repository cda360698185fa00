import { plain } from '../../conformance/report/plain.ts';
import { counted } from '../../conformance/report/words.ts';
import type { NodeSketch } from '../../conformance/target/sketch.ts';

/** What is known of a target when its file is first written. */
export type TargetSketch = {
  readonly baseUrl: string;
  /** Whether the target stands on this machine, where writing is allowed unless it is denied. */
  readonly isLoopback: boolean;
  /** Whether a token is at hand, or was asked for. */
  readonly takesToken: boolean;
  readonly nodes: readonly NodeSketch[];
};

/** A target file with a comment on every key; what only its operator can know stands as a suggestion. */
export function targetText(
  schemaLine: string,
  { baseUrl, isLoopback, takesToken, nodes }: TargetSketch,
): string {
  return [
    `#${schemaLine}`,
    '# What assay may use and expect of this server. Lines behind a # are suggestions.',
    `# \${NAME} stands for an environment variable: secrets belong there, never into this file.`,
    '',
    '# Where the service stands; the command line wins.',
    `baseUrl: ${baseUrl}`,
    '',
    '# Sent as a bearer token on every operation.',
    `${takesToken ? '' : '# '}token: \${ASSAY_TOKEN}`,
    '',
    '# Sent on every request.',
    '# headers: { X-Store: eu }',
    '',
    '# allow | deny: whether keys and subscriptions may be created. Nothing can delete them again.',
    isLoopback ? '# writes: allow   # the default on this machine' : 'writes: deny',
    '',
    '# Ids that the server accepts. Without them, a refusal of theirs proves nothing.',
    '# subscription:',
    '#   account_id: 00000000-0000-4000-8000-000000000000',
    '#   offering_id: 00000000-0000-4000-8000-000000000000',
    '#   plan_id: 00000000-0000-4000-8000-000000000000',
    '#   currency: USD',
    `#   payment: any   # or one that is taken: { type, customer_id, card_id, name, email }`,
    '',
    '# OpenAPI Overlays on the contract, such as the real names of payment gateways.',
    '# overlays: [gateways.overlay.yaml]',
    '',
    '# The nodes to list, and what only you can know of them.',
    ...(nodes.length === 0 ? noNodes : ['nodes:', ...nodes.flatMap(nodeLines)]),
    '',
    '# Rules that may fail for now, until a day (UTC).',
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
  '#     hidden: []    # attached but not live: must never be shown; ids, or maps of id, name and slug',
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
    `    # It shows ${counted(total, 'product')} today. If these are all the live ones and no other, vouch for them:`,
    ...listed('live', live ?? []),
    curated.length === 0
      ? '    # None is marked as curated. If the node is, name the order, live products only:'
      : '    # These are marked as curated, in the order shown. If that is the order you set, vouch for it:',
    ...listed('curated', curated),
  ];
}

const listed = (key: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [`    # ${key}: []`] : [`    # ${key}:`, ...ids.map((id) => `    #   - ${id}`)];
