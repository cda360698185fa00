import { describe, expect, it } from 'vitest';
import { nounsOf } from '../../src/contract/nouns.ts';

const where = (): string => 'openapi.yaml:7';
const nouns = (stated: Parameters<typeof nounsOf>[0], step: string, schema?: string): string => {
  const { record, aRecord, records } = nounsOf(stated, step, schema, where);
  return `${record}, ${aRecord}, ${records}`;
};

describe('what records are called', () => {
  it.each([
    ['pets', undefined, 'pet, a pet, pets'],
    ['application-keys', undefined, 'application key, an application key, application keys'],
    ['categories', undefined, 'category, a category, categories'],
    ['boxes', undefined, 'box, a box, boxes'],
    ['people', undefined, 'person, a person, people'],
    ['findByStatus', 'Pet', 'pet, a pet, pets'],
    ['search', 'IssueSearchItem', 'issue search item, an issue search item, issue search items'],
    ['status', undefined, 'record, a record, records'],
    ['order', 'OrderRead', 'order, an order, orders'],
    ['items', 'ItemPublic', 'item, an item, items'],
  ])('follows from the path /%s and the schema %s', (step, schema, expected) => {
    expect(nouns(undefined, step, schema)).toBe(expected);
  });

  it('is what x-record-name says', () => {
    expect(nouns('sheep', 'pets')).toBe('sheep, a sheep, sheeps');
    expect(nouns(['sheep', 'sheep'], 'pets')).toBe('sheep, a sheep, sheep');
    expect(() => nouns(7, 'pets')).toThrow(
      'openapi.yaml:7: "x-record-name" is not a noun; write a word such as pet, or a list of its singular and plural such as [person, people].',
    );
  });
});
