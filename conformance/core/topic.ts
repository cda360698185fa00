/** What rules are about, in the order in which one builds a server, each with its step. */
export const rungs = {
  operations: 'operations',
  access: 'access',
  body: 'status and body',
  'content type': 'status and body',
  'links and totals': 'fields',
  fields: 'fields',
  'valid requests': 'valid requests',
  'optional values': 'valid requests',
  'required values': 'rejections',
  rejections: 'rejections',
  offset: 'paging',
  'page sizes': 'paging',
  'constant total': 'paging',
  paging: 'paging',
  matches: 'filters',
  filters: 'filters',
  'listed records': 'listed records',
  count: 'listed records',
  order: 'order',
  'included records': 'included records',
  links: 'links',
} as const;

/** The parts of a server, in the same order. */
type Step = (typeof rungs)[keyof typeof rungs] | typeof lastStep;

const lastStep = 'choices and house rules';

const order: readonly string[] = Object.keys(rungs);

export const stepOf = (topic: Topic | undefined): Step => (topic ? rungs[topic[0]] : lastStep);

export const rankOf = (topic: Topic | undefined): number => (topic ? order.indexOf(topic[0]) : order.length);

/** Rules that usually break and are fixed together. */
type TopicFamily =
  | 'access'
  | 'distinct'
  | 'echo'
  | 'filters ignored'
  | 'forms'
  | 'lengths'
  | 'links'
  | 'listed once'
  | 'missing'
  | 'order'
  | 'page sizes'
  | 'pages that do not join'
  | 'parameters'
  | 'required'
  | 'timestamps'
  | 'too little found'
  | 'too much found'
  | 'totals'
  | 'types';

/** What a rule is about, and which rules break with it. */
export type Topic = readonly [subject: keyof typeof rungs, family?: TopicFamily];

/** What a broken rule is about: fields that are missing are added together. */
export const topicBroken = ({
  topic,
  isMissing,
}: {
  readonly topic?: Topic;
  readonly isMissing?: true;
}): Topic | undefined => (topic && isMissing && stepOf(topic) === 'fields' ? [topic[0], 'missing'] : topic);
