import { describe, expect, it } from 'vitest';
import { overlay } from './overlay-testing.ts';
import { overlayOf } from './testing.ts';

describe('an Overlay file', () => {
  const good = overlayOf('  - { target: $.a, update: { x-y: 1 }, x-z: 1, description: why }');

  it('may be JSON, name a document and carry extensions', async () => {
    const text =
      '{"overlay":"1.0.0","extends":"openapi.yaml","x-a":1,"info":{"title":"a","version":"1","x-b":2},"actions":[{"target":"$.a","remove":true}]}';
    expect((await overlay({ a: 1, b: 2 }, text)).document).toEqual({ b: 2 });
    expect((await overlay({ a: {} }, good)).document).toEqual({ a: { 'x-y': 1 } });
  });

  it.each([
    ['no map', '- a', '1: expected an OpenAPI Overlay; begin it with "overlay: 1.0.0".'],
    ['no version', good.replace('overlay: 1.0.0', 'over: 1.0.0'), '1: "overlay" gives the version of the Overlay Specification; write 1.0.0 or 1.1.0.'],
    ['another version', good.replace('1.0.0', '2.0.0'), '1: "overlay" gives the version of the Overlay Specification; write 1.0.0 or 1.1.0.'],
    ['an unknown field', `${good}\nacts: []`, '7: "acts" is not a field here; known are overlay, info, extends, actions.'],
    ['no info', good.replace('info:', 'x-info:'), '1: an Overlay needs "info", a map of title and version; add it.'],
    ['no title', good.replace('title', 'x-title'), '2: "info" needs "title"; add it.'],
    ['a version that is a number', good.replace("'1'", '1'), '4: "version" is a text; quote it if it looks like a number.'],
    ['an unknown field of info', good.replace("'1'", "'1'\n  author: me"), '5: "author" is not a field here; known are title, version, description.'],
    ['extends that is no text', `${good}\nextends: 1`, '7: "extends" is a text; quote it if it looks like a number.'],
    ['no actions', overlayOf('  []'), '5: an Overlay needs "actions", a list of at least one; add it.'],
    ['an action that is no map', overlayOf('  - text'), '6: an action is a map with "target"; write it as one.'],
    ['an action twice', overlayOf('  - { target: $.a }\n  - { target: $.a }'), '7: the very same action stands there before; drop one of the two.'],
    ['an unknown field of an action', overlayOf('  - target: $\n    updates: {}'), '7: "updates" is not a field here; known are target, description, update, remove.'],
    ['copy in 1.0', overlayOf('  - target: $\n    copy: $.a'), '7: "copy" is not a field here; known are target, description, update, remove.'],
    ['copy and update', overlayOf('  - target: $\n    update: {}\n    copy: $.a', '1.1.0'), '8: an action has either "update" or "copy"; drop one of them.'],
    ['a removal by halves', overlayOf('  - target: $.a\n    remove: yes'), '7: "remove" is true or false; write one of them.'],
    ['no target', overlayOf('  - update: {}'), '6: "target" is a JSONPath and begins with "$"; write one, such as $.components.schemas.'],
    ['a pointer for a target', overlayOf('  - target: /a/b'), '6: "target" is a JSONPath and begins with "$"; write one, such as $.components.schemas.'],
    ['a broken target', overlayOf("  - target: $.a[?@.x ='"), `6: "target" is not a JSONPath of RFC 9535 (unexpected filter selector token '='); correct $.a[?@.x ='.`],
    ['a path by dots alone', overlayOf('  - target: $.paths./v2/keys'), `6: "target" is not a JSONPath of RFC 9535 (unexpected shorthand selector '/'); correct $.paths./v2/keys.`],
    ['broken YAML', 'overlay: "1', '1:12: Missing closing "quote; mend the YAML there.'],
  ])('with %s is told in one sentence', async (_, text, sentence) => {
    await expect(overlay({ a: {} }, text)).rejects.toBe(`Fault o.yaml:${sentence}`);
  }); // biome-ignore format: one line a case
});
