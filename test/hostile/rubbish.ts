/** Text of so many bytes, of one piece over and over. */
const filled = (bytes: number, piece: string): string => piece.repeat(Math.ceil(bytes / piece.length));

const mebibyte = 1024 * 1024;

/** Files that hold no plain data, whatever they were meant for, and what is said of them. */
export const unreadable: Readonly<Record<string, readonly [content: string | Uint8Array, said: RegExp]>> = {
  'unclosed.yaml': ['a: [1, 2\n', /:2:1: .*fix the YAML/],
  'tabs.yaml': ['a:\n\tb: 1\n', /:2:1: .*fix the YAML/],
  'twice.yaml': ['a: 1\na: 2\n', /:2:1: Map keys must be unique/],
  'two.yaml': ['a: 1\n---\nb: 2\n', /:2:1: a second document starts here; keep only one/],
  'binary.yaml': [Uint8Array.from({ length: 2048 }, (_, index) => (index * 167) % 256), /not UTF-8/],
  'nul.yaml': ['a: 1\nb: "\0"\n', /:2: contains a NUL byte/],
  'latin.yaml': [Buffer.from('a: 1\nname: "\xe4\xf6"\n', 'latin1'), /:2: is not UTF-8; save it as UTF-8/],
  'utf16.yaml': [Buffer.from('\ufeffname: a\n', 'utf16le'), /:1: is not UTF-8/],
  'deep.yaml': ['['.repeat(20_000) + ']'.repeat(20_000), /nest/],
  'ladder.yaml': [`${'{ a: '.repeat(600)}1${' }'.repeat(600)}`, /:1:\d+: nests deeper than 500 levels/],
  'circle.yaml': ['a: &a [*a]\n', /:1:8: this alias is inside the node it refers to; write the value out/],
  'circle-of-maps.yaml': ['a: 1\nb: &b { c: { d: *b } }\n', /:2:17: this alias is inside/],
  'circle-at-the-top.yaml': ['&a\nb: *a\n', /:2:4: this alias is inside/],
  'circle-of-merging.yaml': ['%YAML 1.1\n---\na: &a\n  <<: *a\n', /:4:7: this alias is inside/],
  'many-aliases.yaml': [
    `a: &a 1\nb: [${'*a, '.repeat(1_001)}]\n`,
    /:2:\d+: contains more than 1000 aliases; write values out/,
  ],
  'nowhere-alias.yaml': ['a: 1\nb: *c\n', /:2:4: this alias has no anchor before it/],
  'bomb.yaml': [bomb(30), /:13:\d+: contains more than 1000000 values/],
  'deep-bomb.yaml': [chain(600), /nests deeper than 500 levels/],
  'flat-bomb.yaml': [
    `a: &a [${'x,'.repeat(2_000)}]\nb: [${'*a,'.repeat(2_000)}]\n`,
    /:2:4: contains more than/,
  ],
  'key-of-lists.yaml': ['? [a, b]\n: 1\n', /:1:3: a key must be a string/],
  'key-of-alias.yaml': ['a: &a b\n*a : 1\n', /:2:1: a key must be a string/],
  'many-twice.yaml': [`${manyKeys(20_000)}k1: 1\n`, /:20001:1: Map keys must be unique/],
  'long.yaml': [filled(5 * mebibyte, '- a\n'), /longer than 4 MiB and not JSON/],
  'long-comment.yaml': [filled(5 * mebibyte, '# a\n'), /longer than 4 MiB and not JSON/],
  'deep-long.json': [`${'['.repeat(2.5 * mebibyte)}${']'.repeat(2.5 * mebibyte)}`, /nest/],
};

/** Files of data that is of no sense for anything. */
export const senseless: Readonly<Record<string, string>> = {
  'empty.yaml': '',
  'list.yaml': '- a\n- b\n',
  'number.yaml': '7\n',
  'unknown-key.yaml': 'nonsense: 1\n',
  'long.json': `{"nonsense":[${filled(5 * mebibyte, '0,')}0]}`,
  'tag.yaml': 'a: !!js/function "function () {}"\n',
  'merge.yaml': '<<: {nonsense: 1}\n',
  'proto.yaml': '__proto__: { token: 1 }\nconstructor: 1\n',
  'marked.yaml': '\ufeffnonsense: 1\n',
  'folder/in.yaml': 'a: 1\n',
};

/** Lists that hold the one before three times each. */
function bomb(floors: number): string {
  const floor = (index: number) => `a${index}: &a${index} [${`*a${index - 1},`.repeat(3)}]\n`;
  return `a0: &a0 [x]\n${Array.from({ length: floors }, (_, index) => floor(index + 1)).join('')}`;
}

/** Lists that hold the one before once each. */
function chain(links: number): string {
  const link = (index: number) => `a${index}: &a${index} [*a${index - 1}]\n`;
  return `a0: &a0 [x]\n${Array.from({ length: links }, (_, index) => link(index + 1)).join('')}`;
}

function manyKeys(count: number): string {
  return Array.from({ length: count }, (_, index) => `k${index}: 1\n`).join('');
}
