/** The parts of a server, in the order in which one builds it. */
export const steps = [
  'operations',
  'access',
  'status and body',
  'fields',
  'valid requests',
  'rejections',
  'paging',
  'filters',
  'listed records',
  'order',
  'included records',
  'links',
  'choices and house rules',
] as const;
export type Step = (typeof steps)[number];

/** What rules are about, in the order of building, each with its step. */
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
} as const satisfies Readonly<Record<string, Step>>;

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
