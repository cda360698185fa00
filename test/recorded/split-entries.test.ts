import { describe, expect, it } from 'vitest';
import { longestEntry, splitEntries } from '../../conformance/recorded/split-entries.ts';

/** What is split from chunks: the entries as JSON, the creator, and where the list began and ended. */
function splitFrom(...chunks: readonly (string | Buffer)[]) {
  const entries: unknown[] = [];
  let creator: string | undefined;
  const splitter = splitEntries({
    onEntry: (bytes) => entries.push(bytes === undefined ? 'too long' : JSON.parse(bytes.toString('utf8'))),
    onCreator: (name) => {
      creator = name;
    },
  });
  for (const chunk of chunks) splitter.write(Buffer.from(chunk));
  return { entries, creator, ...splitter.state() };
}

const archive = (...entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'a browser', version: '1' }, entries } });

const hard = [
  { text: 'a "quoted" text' },
  { text: '\\' },
  { text: 'ends with \\"' },
  { text: '\\\\' },
  { text: '} ] , : { [' },
  { text: 'Zoë 注文 😀' },
  { nested: [{ deep: [[], {}] }] },
];

describe('an archive is split into its entries', () => {
  it('however deep they are, and whatever their texts contain', () => {
    expect(splitFrom(archive(...hard))).toEqual({
      entries: hard,
      creator: 'a browser',
      hasBegun: true,
      isComplete: true,
    });
  });

  it('wherever a chunk ends: in a text, an escape, a character or a name', () => {
    const bytes = Buffer.from(archive(...hard));
    for (let cut = 1; cut < bytes.length; cut += 1)
      expect(splitFrom(bytes.subarray(0, cut), bytes.subarray(cut)).entries).toEqual(hard);
    expect(splitFrom(...[...bytes].map((byte) => Buffer.from([byte])))).toMatchObject({
      entries: hard,
      creator: 'a browser',
    });
  });

  it('up to the last whole one, if it breaks off', () => {
    const whole = archive({ a: 1 }, { b: 2 });
    const broken = whole.slice(0, whole.lastIndexOf('2'));
    expect(splitFrom(broken)).toMatchObject({ entries: [{ a: 1 }], hasBegun: true, isComplete: false });
  });

  it('only where "log" has them, and only its creator is one', () => {
    const others = { entries: [{ no: 1 }], pages: { entries: [{ no: 2 }], creator: { name: 'no' } } };
    expect(splitFrom(JSON.stringify({ ...others, log: { ...others, entries: [{ yes: 1 }] } }))).toEqual({
      entries: [{ yes: 1 }],
      creator: undefined,
      hasBegun: true,
      isComplete: true,
    });
    expect(splitFrom(JSON.stringify(others)).hasBegun).toBe(false);
  });

  it('without those that are too long, each of which affects no other', () => {
    const long = `{"text":"${'a'.repeat(longestEntry)}"}`;
    const text = archive({ before: 1 }, 'LONG', { after: 1 }).replace('"LONG"', long);
    expect(splitFrom(text).entries).toEqual([{ before: 1 }, 'too long', { after: 1 }]);
  });
});
