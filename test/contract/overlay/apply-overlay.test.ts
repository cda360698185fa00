import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/json/json.ts';
import { overlayOf } from '../edited-contract.ts';
import { apply, overlay } from './overlay-on-document.ts';

describe.each(['1.0.0', '1.0.7', '1.1.0'])('an Overlay %s', (version) => {
  it('merges maps member by member, at every depth, and keeps the rest', async () => {
    const before = { a: { b: { c: 1, d: [1], keep: true } }, keep: {} };
    const after = await apply(
      before,
      '  - { target: $.a, update: { b: { c: 2, d: [2, 3], e: { f: null } } } }',
      version,
    );
    expect(after).toEqual({ a: { b: { c: 2, d: [1, 2, 3], keep: true, e: { f: null } } }, keep: {} });
    expect(before).toEqual({ a: { b: { c: 1, d: [1], keep: true } }, keep: {} });
  });

  it('updates the whole document at its root', async () => {
    expect(await apply({ a: 1 }, '  - { target: $, update: { b: 2 } }', version)).toEqual({ a: 1, b: 2 });
  });

  it('appends an entry to a list', async () => {
    const after = await apply({ a: [{ n: 1 }] }, '  - { target: $.a, update: { n: 2 } }', version);
    expect(after).toEqual({ a: [{ n: 1 }, { n: 2 }] });
  });

  it('changes everything that a target selects, even nodes inside one another', async () => {
    const before = { p: { x: 1, p: { x: 1 } }, q: { x: 1 } };
    expect(await apply(before, '  - { target: $..p, update: { p: { y: 2 }, z: 3 } }', version)).toEqual({
      p: { x: 1, p: { x: 1, y: 2, p: { y: 2 }, z: 3 }, z: 3 },
      q: { x: 1 },
    });
  });

  it('removes map entries and list items, several from one list', async () => {
    const before = { a: [{ n: 1 }, { n: 2 }, { n: 1, in: { n: 1 } }, { n: 3 }], b: { n: 1 } };
    expect(await apply(before, '  - { target: "$..[?@.n == 1]", remove: true }', version)).toEqual({
      a: [{ n: 2 }, { n: 3 }],
    });
    expect(await apply({ a: [1, 2, 3, 4] }, '  - { target: "$.a[2, 0, 2]", remove: true }', version)).toEqual(
      {
        a: [2, 4],
      },
    );
  });

  it('applies actions in order: a removed value can be set again', async () => {
    const actions = '  - { target: $.a.list, remove: true }\n  - { target: $.a, update: { list: [9] } }\n';
    expect(await apply({ a: { list: [1, 2] } }, actions, version)).toEqual({ a: { list: [9] } });
  });

  it('removes if an action has both remove and update', async () => {
    expect(
      await apply({ a: {}, b: 1 }, '  - { target: $.a, update: { c: 1 }, remove: true }', version),
    ).toEqual({ b: 1 });
    const kept = await apply({ a: {} }, '  - { target: $.a, update: { c: 1 }, remove: false }', version);
    expect(kept).toEqual({ a: { c: 1 } });
  });

  it.each([
    ['matches nothing', '$.nowhere\n    update: 1', 'o.yaml:7: action 2: $.nowhere matches nothing; correct "target", or remove the action.'],
    ['matched only before an earlier action', '$.b\n    update: {}', 'o.yaml:7: action 2: $.b matches nothing: $ contains no "b", only "a"; correct "target", or remove the action.'],
    ['sets nothing', '$.a', 'o.yaml:7: action 2: neither "update" nor "remove" is set; add one of them, or remove the action.'],
  ])('rejects an action that %s, and names its number and its target', async (_, action, sentence) => {
    const actions = `  - { target: $.b, remove: true }\n  - target: ${action}\n  - { target: $, update: { c: 2 } }`;
    await expect(apply({ a: {}, b: 1 }, actions, version)).rejects.toBe(`UserError ${sentence}`);
  }); // biome-ignore format: one line a case

  it('ignores inherited members', async () => {
    const after = await apply(
      { a: {} },
      '  - { target: $.a, update: { __proto__: { x: 1 }, constructor: 2 } }',
      version,
    );
    expect(Object.keys(after.a as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as JsonObject).x).toBeUndefined();
  });

  it.each([
    ['a map and a list', '{ b: [1] }', 'o.yaml:7: /a/b is a map, which cannot be merged with a list; remove it in an earlier action.'],
    ['a map and a plain value', '{ b: 1 }', 'o.yaml:7: /a/b is a map, which cannot be merged with a plain value; remove it in an earlier action.'],
    ['a list and a map', '{ l: { x: 1 } }', 'o.yaml:7: /a/l is a list, which cannot be merged with a map; remove it in an earlier action.'],
    ['a plain value and a map', '{ n: { x: 1 } }', 'o.yaml:7: /a/n is a plain value, which cannot be merged with a map; remove it in an earlier action.'],
    ['the target and the update', '[1]', 'o.yaml:7: /a is a map, which cannot be merged with a list; remove it in an earlier action.'],
  ])('rejects to merge %s', async (_, update, sentence) => {
    const before = { a: { b: {}, l: [], n: 1 } };
    await expect(apply(before, `  - target: $.a\n    update: ${update}`, version)).rejects.toBe(`UserError ${sentence}`);
  }); // biome-ignore format: one line a case

  it('rejects to remove the whole document', async () => {
    const removal = apply({ a: 1 }, '  - { target: $, remove: true }', version);
    await expect(removal).rejects.toBe(
      'UserError o.yaml:6: "$" is the whole document; remove something in it.',
    );
  });

  it('knows the position of each value', async () => {
    const actions =
      '  - target: $.a\n    update:\n      b: 1\n      c:\n        d: 2\n  - target: $.l\n    update: { x: 1 }\n';
    const { where } = await overlay({ a: { c: { e: 0 } }, l: [0] }, overlayOf(actions, version));
    expect([where('a', 'b'), where('a', 'c', 'd'), where('l', '1', 'x')]).toEqual([
      'o.yaml:8',
      'o.yaml:10',
      'o.yaml:12',
    ]);
    expect([where('a', 'c', 'e'), where('l', '0'), where()]).toEqual(['original', 'original', 'original']);
  });
});

describe('differences between the versions', () => {
  it('a list is appended to a list as one entry in 1.0, and concatenated in 1.1', async () => {
    const action = '  - { target: $.a, update: [2, 3] }';
    expect(await apply({ a: [1] }, action, '1.0.0')).toEqual({ a: [1, [2, 3]] });
    expect(await apply({ a: [1] }, action, '1.1.0')).toEqual({ a: [1, 2, 3] });
    const { where } = await overlay(
      { a: [1] },
      overlayOf('  - target: $.a\n    update:\n      - 2\n      - 3\n', '1.1.0'),
    );
    expect(where('a', '2')).toBe('o.yaml:9');
  });

  it('a plain value is replaced in 1.1, and cannot be updated in 1.0', async () => {
    const action = '  - target: $.a.b\n    update: 2';
    expect(await apply({ a: { b: 1 } }, action, '1.1.0')).toEqual({ a: { b: 2 } });
    await expect(apply({ a: { b: 1 } }, action, '1.0.0')).rejects.toBe(
      'UserError o.yaml:6: $.a.b selects a plain value, which Overlay 1.0 cannot update; select the map around it, or write overlay: 1.1.0.',
    );
  });

  it('nodes of several kinds at once are rejected in 1.1', async () => {
    const action = '  - { target: $.*, update: { x: 1 } }';
    expect(await apply({ a: {}, b: [] }, action, '1.0.0')).toEqual({ a: { x: 1 }, b: [{ x: 1 }] });
    await expect(apply({ a: {}, b: [] }, action, '1.1.0')).rejects.toBe(
      'UserError o.yaml:6: the target selects a map and a list at once; write an action for each kind.',
    );
  });

  it('a single selected value can be copied in 1.1', async () => {
    const before = { from: { x: [1] }, to: { x: [0], y: 1 }, list: [], plain: 1 };
    const actions =
      '  - { target: $.to, copy: $.from }\n  - { target: $.list, copy: $.from.x }\n  - { target: $.plain, copy: "$.from.x[0]" }';
    expect(await apply(before, actions, '1.1.0')).toEqual({
      from: { x: [1] }, to: { x: [0, 1], y: 1 }, list: [1], plain: 1,
    }); // biome-ignore format: one glance
    const many = apply(before, '  - target: $.to\n    copy: $.*', '1.1.0');
    await expect(many).rejects.toBe(
      'UserError o.yaml:7: $.* selects 4 values; "copy" takes exactly one, so narrow it down.',
    );
    const none = apply(before, '  - target: $.to\n    copy: $.nowhere', '1.1.0');
    await expect(none).rejects.toBe(
      'UserError o.yaml:7: $.nowhere selects 0 values; "copy" takes exactly one, so narrow it down.',
    );
  });
});
