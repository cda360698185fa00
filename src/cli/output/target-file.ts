import { plain } from '../../../conformance/report/text/plain.ts';
import { counted } from '../../../conformance/report/text/words.ts';
import { mostListed, type NodeSights, type NodeSketch } from '../../../conformance/target/sketch.ts';

/** What is known about a target when its file is first written. */
export type TargetSketch = {
  readonly baseUrl: string;
  /** Whether the target is on this machine, where writing is allowed unless it is denied. */
  readonly isLoopback: boolean;
  /** Whether there is a token, or the target asked for one. */
  readonly takesToken: boolean;
  readonly nodes: readonly NodeSketch[];
  /** RFC 3339. */
  readonly day: string;
};

/** A target file with what was seen, and one edit left; whatever else it may say stands there as a suggestion. */
export function targetFileText(schemaLine: string, sketch: TargetSketch): string {
  const { baseUrl, isLoopback, takesToken, nodes, day } = sketch;
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
    '# THE EDIT THAT IS LEFT: values that the server accepts. Without them, its refusal of a subscription proves nothing.',
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
    '# headers: { X-Store: eu }',
    '',
    '# OpenAPI Overlays on the contract, such as the real names of payment gateways.',
    '# overlays: [gateways.overlay.yaml]',
    '',
    '# What was decided where the document leaves it open, and is held: assay init --pin writes what the server does.',
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

/** What could not be seen from outside, a line each. */
export const unknownsOf = ({ takesToken, nodes }: TargetSketch): string[] => [
  ...(takesToken ? [] : ['whether creating a key takes a token; put one into ASSAY_TOKEN if it does']),
  'which account, offering and plan a subscription may name',
  ...nodes.flatMap((sketch) =>
    ('problem' in sketch ? [`anything of it: ${plain(sketch.problem)}`] : unseenOf(sketch)).map(
      (what) => `of ${sketch.hierarchy}/${sketch.node}: ${what}`,
    ),
  ),
  ...(nodes.length > 0 ? ['which products are attached to a node and must stay hidden'] : ['any node']),
];

const unseenOf = ({ total, live, curated, hasLinks, filterable }: NodeSights): string[] => [
  ...(live ? [] : [`which products are live, as ${whyNotListed(total)}`]),
  ...(live && total > 0 && curated.length === 0 ? ['a curated order, as nothing is marked as curated'] : []),
  ...(total > 0 && !hasLinks ? ['where links lead, as products show none in data[].links'] : []),
  ...(total > 0 && filterable.name + filterable.slug === 0
    ? ['how it filters, as no name and no slug is plain enough to ask for']
    : []),
];

const whyNotListed = (total: number): string =>
  total > mostListed
    ? `there are more than ${mostListed}`
    : 'its pages do not show each of them once, with an id';

const noNodes = [
  '# The nodes to list, and what only you can know about them.',
  '# nodes:',
  '#   - hierarchy: 00000000-0000-4000-8000-000000000000',
  '#     node: 00000000-0000-4000-8000-000000000000',
  '#     live: []      # every live product of the node, in any order',
  '#     curated: []   # the curated order, live products only',
  '#     hidden: []    # attached but not live, must never be shown: ids, or maps of id, name and slug',
];

function nodesText(nodes: readonly NodeSketch[], day: string): string[] {
  const shown = nodes.filter((sketch) => !('problem' in sketch));
  const title = `# The nodes to list, and what they showed on ${day}. Read it over: what stands here is expected from now on.`;
  return [
    ...(shown.length === 0 ? noNodes : [title, 'nodes:', ...shown.flatMap(nodeLines)]),
    ...nodes.filter((sketch) => 'problem' in sketch).flatMap(nodeLines),
  ];
}

function nodeLines(sketch: NodeSketch): string[] {
  const { hierarchy, node } = sketch;
  if ('problem' in sketch)
    return [
      `  # assay init could not list this one: ${plain(sketch.problem)}`,
      `  # - hierarchy: ${hierarchy}`,
      `  #   node: ${node}`,
    ];
  return [
    `  - hierarchy: ${hierarchy}`,
    `    node: ${node}`,
    ...seen(sketch),
    '    # hidden: []   # attached but not live, must never be shown: ids, or maps of id, name and slug',
  ];
}

function seen({ total, live, curated, hasLinks, filterable }: NodeSights): string[] {
  const { name, slug } = filterable;
  const links = hasLinks ? 'with links' : 'without links';
  return [
    `    # ${counted(total, 'product')}, ${links}; filters can look for ${counted(name, 'name')} and ${counted(slug, 'slug')}.`,
    ...(live ? listed('live', live) : ['    # live: []      # every live product of the node, in any order']),
    ...(curated.length > 0
      ? ['    # These are marked as curated, in the order shown.', ...listed('curated', curated)]
      : ['    # curated: []   # the curated order, live products only']),
  ];
}

const listed = (key: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [`    ${key}: []`] : [`    ${key}:`, ...ids.map((id) => `      - ${id}`)];
