import type { Topic } from '../core/topic.ts';
import type { Result } from '../core/verdict.ts';

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
const rungs = {
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
} as const satisfies Readonly<Record<Topic[0], Step>>;

const order: readonly string[] = Object.keys(rungs);

export const stepOf = (topic: Topic | undefined): Step =>
  topic === undefined ? 'choices and house rules' : rungs[topic[0]];

export const rankOf = (topic: Topic | undefined): number =>
  topic === undefined ? order.length : order.indexOf(topic[0]);

/** What a broken rule is about: fields that are missing are added together. */
export const topicBroken = ({ topic, isMissing }: Pick<Result, 'topic' | 'isMissing'>): Topic | undefined =>
  topic && isMissing && stepOf(topic) === 'fields' ? [topic[0], 'missing'] : topic;
