import { rungs, type Step, type Topic } from '../core/topic.ts';
import type { Result } from '../core/verdict.ts';

const order: readonly string[] = Object.keys(rungs);

export const stepOf = (topic: Topic | undefined): Step =>
  topic === undefined ? 'choices and house rules' : rungs[topic[0]];

export const rankOf = (topic: Topic | undefined): number =>
  topic === undefined ? order.length : order.indexOf(topic[0]);

/** What a broken rule is about: fields that are missing are added together. */
export const topicBroken = ({ topic, isMissing }: Pick<Result, 'topic' | 'isMissing'>): Topic | undefined =>
  topic && isMissing && stepOf(topic) === 'fields' ? [topic[0], 'missing'] : topic;
