import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { operationIn } from '../../../src/contract/operations.ts';
import { type Choices, withDefaults } from '../../../src/stub/choices.ts';
import { readFilter } from '../../../src/stub/listing/filter.ts';

const places = { id: ['id'], name: ['attributes', 'name'], slug: ['attributes', 'slug'] };
const contract = await loadContract();
const operation = operationIn(contract, 'node-products');

const read = (text: string, choices: Partial<Choices> = {}) =>
  readFilter(text, operation, withDefaults(contract, choices));
const only = (attribute: keyof typeof places, ...values: string[]) => [{ place: places[attribute], values }];

describe('a filter', () => {
  it.each([
    ['eq(name,Ridge tent)', only('name', 'Ridge tent')],
    ['eq(name,"Scout\'s" knife: large)', only('name', '"Scout\'s" knife: large')],
    ['eq(slug,a.b-c_d)', only('slug', 'a.b-c_d')],
    ['in(id,1,2,3)', only('id', '1', '2', '3')],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['', 0],
    ['eq', 2],
    ['eq(', 3],
    ['eq()', 3],
    ['eq(name)', 7],
    ['eq(name,)', 8],
    ['eq(name,a', 9],
    ['eq(name,a(b))', 9],
    ['eq(name,a,b)', 9],
    ['eq(name, a)', 8],
    ['eq(name,a )', 9],
    ['eq(name,a))', 10],
    ['eq(name,a):eq(slug,b)', 10],
    ['gt(name,a)', 0],
    ['EQ(name,a)', 0],
    ['eq(id,a)', 3],
    ['in(name,a)', 3],
    ['eq(constructor,a)', 3],
  ])('gives the position of the error in %s', (text, position) => {
    expect(read(text)).toMatchObject({ at: position });
  });

  it('is read according to the choices', () => {
    expect(read('eq(name,"a b")', { 'filter-quotes': 'stripped' })).toEqual(only('name', 'a b'));
    expect(read('eq(name,a\\,\\(b\\))', { 'filter-escape': 'backslash' })).toEqual(only('name', 'a,(b)'));
    expect(read('eq(sku,a)', { 'filter-unknown-attribute': 'nothing' })).toEqual(only('id'));
    expect(read('eq(name,a):in(id,b)', { 'filter-joined': 'and' })).toEqual([
      ...only('name', 'a'),
      ...only('id', 'b'),
    ]);
  });

  it('is read in linear time', () => {
    expect(read(`in(id,${'a,'.repeat(200_000)}b)`)).toMatchObject([{ place: ['id'] }]);
    expect(read('('.repeat(200_000))).toMatchObject({ at: 0 });
  });
});
