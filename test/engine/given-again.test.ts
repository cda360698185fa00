import { expect, it } from 'vitest';
import { mayBeGivenAgain } from '../../conformance/engine/own-records/given-again.ts';
import type { OwnRecord } from '../../conformance/engine/own-records/whose-record.ts';

/** A record that was created at a time. */
const record = (id: string, askedAt: number, more: Partial<OwnRecord> = {}): OwnRecord => ({
  ...{ creation: 'createNote', id, createdAt: '/notes', paths: new Map(), sent: {}, changed: [] },
  ...{ isProven: true, isDeleted: false, askedAt, since: askedAt + 1 },
  ...more,
});

const deleted = (id: string, askedAt: number): OwnRecord =>
  record(id, askedAt, { isDeleted: true, deletion: { askedAt: 50, since: 51 } });

const noOrder = ['w4d', 'w3c', 'w2b', 'w1a'].map((id, index) => record(id, index * 2));
const inOrder = ['w1', 'w2', 'w3', 'w4'].map((id, index) => record(id, index * 2));
const [newer, later] = [record('w0b', 40), record('w0c', 60)];

const cases: readonly (readonly [what: string, id: string, others: readonly OwnRecord[], isSeen: boolean, expected: boolean])[] = [
  ['counted ids, with a greater later one', 'w5', [...inOrder, record('w6', 60)], false, false],
  ['counted ids, with a lesser later one', 'w5', [...inOrder, record('w40', 40), record('w0', 60)], false, true],
  ['ids in no order, with a newer and a later one', 'w9f', [...noOrder, newer, later], false, false],
  ['ids in no order, without a newer one', 'w9f', [...noOrder, later], false, true],
  ['ids in no order, with a newer one that is deleted', 'w9f', [...noOrder, { ...newer, isDeleted: true }, later], false, true],
  ['ids in no order, without a later one', 'w9f', [...noOrder, newer], false, true],
  ['ids in no order of which one was given again', 'w9f', [...noOrder, newer, later], true, true],
  ['ids in no order of which the newer one was created during the deletion', 'w9f', [...noOrder, record('w0b', 49.5), later], false, true],
  ['UUIDs', '0b9e7c52-6d0f-4d5e-9a67-1c3f5e8d2b40', [record('f3a1d8c6-2b47-4e90-8c15-7d6e0a9b4f23', 0)], false, false],
]; // biome-ignore format: a line a case

it.each(cases)(
  'the id of a deleted record may be given again, or not: %s',
  (_, id, others, isSeen, expected) => {
    expect(mayBeGivenAgain('a55a4000', deleted(id, 30), others, isSeen)).toBe(expected);
  },
);
