import { deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inspect } from '../../conformance/inspect.ts';
import { complaintOf } from '../hostile/command.ts';
import { expectSentence } from '../hostile/sentence.ts';
import { archiveOf, contract, inspectWritten, listingEntry } from './written-archive.ts';

const entry = listingEntry();
const archive = archiveOf([entry, entry, entry]);

const contents: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['nothing', '', /is empty/],
  ['no JSON', 'GET / HTTP/1.1', /not an HTTP archive/],
  ['another kind of JSON', '{"openapi":"3.1.0","entries":[{}]}', /not an HTTP archive/],
  ['a log without entries', '{"log":{"version":"1.2","pages":[{"entries":[1]}]}}', /not an HTTP archive/],
  ['compressed', gzipSync(archive), /compressed/],
  [
    'of mitmproxy, and called .zhar',
    deflateSync(archive, { level: 9 }),
    /is compressed \(zlib, as a \.zhar of mitmproxy is\); decompress it first, or record/,
  ],
  ['compressed as usual', deflateSync(archive), /is compressed \(zlib/],
  ['a ZIP file', Buffer.from('PK\u0003\u0004rest'), /ZIP/],
  ['UTF-16', Buffer.from(`\ufeff${archive}`, 'utf16le'), /UTF-16/],
  ['cut within the first entry', archive.slice(0, 200), /breaks off before the end of its first entry/],
  ['no entries', archiveOf([]), /no request of the interface/],
  ['entries of other kinds', archiveOf([null, 1, 'x', [], {}]), /2 unreadable/],
];

it.each(contents)('a file that is no recording ends in one sentence: %s', async (name, content, words) => {
  const said = await complaintOf(() => inspectWritten([content]));
  expectSentence(said, name);
  expect(said?.message).toMatch(words);
});

it.each(['nowhere.har', '.'])('so does what is no file: %s', async (file) => {
  expectSentence(await complaintOf(() => inspect([file], { contract })), file);
});
