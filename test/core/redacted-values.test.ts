import { describe, expect, it } from 'vitest';
import type { Breach } from '../../conformance/core/evidence.ts';
import { certain, isGarbled } from '../../conformance/core/redacted-values.ts';
import type { Json } from '../../src/json/json.ts';
import { responseOf } from '../json-response.ts';

const breach = (keyword: string, path: readonly string[], value?: Json): Breach =>
  ({ constraint: { keyword }, path, value }) as unknown as Breach;

describe('what a recording without secrets breaks is certain', () => {
  it.each<readonly [what: string, breach: Breach, json: Json, isCertain: boolean]>([
    ['of a value that is there', breach('pattern', ['code'], 'b!'), { code: 'b!' }, true],
    ['not of a value that was left out', breach('pattern', ['code'], '[redacted]'), {}, false],
    ['of a field that is missing', breach('required', ['code']), { name: 'a' }, true],
    ['not if the name of a field was left out', breach('required', ['code']), { '[redacted]': 1 }, false],
    ['of a field in a list', breach('required', ['tags', 'code']), { tags: ['a'] }, true],
  ])('%s', (_, one, json, isCertain) => {
    expect(certain([one], json)).toEqual(isCertain ? [one] : []);
  });
});

describe('a recording is garbled', () => {
  const exchange = (sent: string, returned: string, status = 200) => ({
    request: { method: 'POST', target: '/', headers: [], body: Buffer.from(sent) },
    response: responseOf(status, [], returned),
  });
  it.each([
    ['by a mark in place of a number that was sent', exchange('{"pin":[redacted]}', '{}'), true],
    ['by one that was returned', exchange('{}', '{"pin":[redacted]}'), true],
    ['not by one in a rejection', exchange('{}', '{"pin":[redacted]}', 422), false],
    ['not by one within a text', exchange('{}', '{"pin":"[redacted]"}'), false],
    ['not if the rest is not JSON', exchange('{}', '{"pin":[redacted]'), false],
    ['not without a mark', exchange('{}', '{"pin":'), false],
  ])('%s', (_, one, expected) => {
    expect(isGarbled(one)).toBe(expected);
  });
});
