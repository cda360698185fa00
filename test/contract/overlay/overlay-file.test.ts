import { describe, expect, it } from 'vitest';
import { overlayOf } from '../edited-contract.ts';
import { overlay } from './overlay-on-document.ts';

describe('an Overlay file', () => {
  const good = overlayOf('  - { target: $.a, update: { x-y: 1 }, x-z: 1, description: why }');

  it('may be JSON, name a document and carry extensions', async () => {
    const text =
      '{"overlay":"1.0.0","extends":"openapi.yaml","x-a":1,"info":{"title":"a","version":"1","x-b":2},"actions":[{"target":"$.a","remove":true}]}';
    expect((await overlay({ a: 1, b: 2 }, text)).document).toEqual({ b: 2 });
    expect((await overlay({ a: {} }, good)).document).toEqual({ a: { 'x-y': 1 } });
  });

  it.each([
    ['a list instead of a map', '- a', '1: expected an OpenAPI Overlay; start it with "overlay: 1.0.0".'],
    ['no version', good.replace('overlay: 1.0.0', 'over: 1.0.0'), '1: "overlay" gives the version of the Overlay Specification; write 1.0.0 or 1.1.0.'],
    ['another version', good.replace('1.0.0', '2.0.0'), '1: "overlay" gives the version of the Overlay Specification; write 1.0.0 or 1.1.0.'],
    ['an unknown field', `${good}\nacts: []`, '7: "acts" is an unknown field; the known ones here are overlay, info, extends, actions.'],
    ['no info', good.replace('info:', 'x-info:'), '1: an Overlay needs "info", a map of title and version; add it.'],
    ['no title', good.replace('title', 'x-title'), '2: "info" needs "title"; add it.'],
    ['a version that is a number', good.replace("'1'", '1'), '4: "version" must be a string; quote it if it looks like a number.'],
    ['an unknown field of info', good.replace("'1'", "'1'\n  author: me"), '5: "author" is an unknown field; the known ones here are title, version, description.'],
    ['extends that is not a string', `${good}\nextends: 1`, '7: "extends" must be a string; quote it if it looks like a number.'],
    ['no actions', overlayOf('  []'), '5: an Overlay needs "actions", a list of at least one; add it.'],
    ['an action that is not a map', overlayOf('  - text'), '6: an action is a map with "target"; write it as one.'],
    ['a duplicate action', overlayOf('  - { target: $.a }\n  - { target: $.a }'), '7: this action repeats an earlier one; remove one of them.'],
    ['an unknown field of an action', overlayOf('  - target: $\n    updates: {}'), '7: "updates" is an unknown field; the known ones here are target, description, update, remove.'],
    ['copy in 1.0', overlayOf('  - target: $\n    copy: $.a'), '7: "copy" is an unknown field; the known ones here are target, description, update, remove.'],
    ['copy and update', overlayOf('  - target: $\n    update: {}\n    copy: $.a', '1.1.0'), '8: an action has either "update" or "copy"; remove one of them.'],
    ['a removal that is not a boolean', overlayOf('  - target: $.a\n    remove: yes'), '7: "remove" is true or false; write one of them.'],
    ['no target', overlayOf('  - update: {}'), '6: "target" must be a JSONPath, which starts with "$"; write one, such as $.components.schemas.'],
    ['a JSON pointer as target', overlayOf('  - target: /a/b'), '6: "target" must be a JSONPath, which starts with "$"; write one, such as $.components.schemas.'],
    ['an invalid target', overlayOf("  - target: $.a[?@.x ='"), `6: "target" is not a JSONPath of RFC 9535 (unexpected filter selector token '='); correct $.a[?@.x ='.`],
    ['a path without brackets', overlayOf('  - target: $.paths./v2/keys'), `6: "target" is not a JSONPath of RFC 9535 (unexpected shorthand selector '/'); correct $.paths./v2/keys.`],
    ['invalid YAML', 'overlay: "1', '1:12: Missing closing "quote; fix the YAML there.'],
  ])('with %s is described in one sentence', async (_, text, sentence) => {
    await expect(overlay({ a: {} }, text)).rejects.toBe(`UserError o.yaml:${sentence}`);
  }); // biome-ignore format: one line a case
});
