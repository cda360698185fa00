const mostWords = 100;

/**
 * Matches a glob: `*` and `?` without slashes, `**`, `[a-z]` and `{a,b}`. Takes linear time even for hostile
 * patterns; undefined if there are too many braces.
 */
export function globMatcher(pattern: string): ((text: string) => boolean) | undefined {
  const words = withoutBraces(pattern);
  const globs = words?.map((word) => word.match(parts) ?? []);
  return globs && ((text) => globs.some((glob) => fitsGlob(glob, text)));
}

const parts = /\*\*\/|\*+|\[[^\]]+\]|./gsu;

const braces = /^(.*?)\{([^{}]*)\}(.*)$/su;

function withoutBraces(pattern: string): string[] | undefined {
  const words: string[] = [];
  const left = [pattern];
  for (let word = left.pop(); word !== undefined; word = left.pop()) {
    if (words.length + left.length >= mostWords) return undefined;
    const [whole, before = '', inner = '', after = ''] = braces.exec(word) ?? [];
    if (whole === undefined) words.push(word);
    else left.push(...inner.split(',').map((one) => before + one + after));
  }
  return words;
}

/** Follows all places at once at which the next part may begin. */
function fitsGlob(glob: readonly string[], text: string): boolean {
  let places = new Set([0]);
  for (const part of glob) {
    const next = new Set<number>();
    for (const place of places) for (const end of endsOf(part, text, place)) next.add(end);
    places = next;
  }
  return places.has(text.length);
}

/** Where a part may end that begins at a place. */
function* endsOf(part: string, text: string, place: number): Generator<number> {
  if (part === '**/') {
    yield place;
    for (let slash = text.indexOf('/', place); slash >= 0; slash = text.indexOf('/', slash + 1))
      yield slash + 1;
  } else if (part.startsWith('*')) {
    const slash = part === '*' ? text.indexOf('/', place) : -1;
    for (let end = place; end <= (slash < 0 ? text.length : slash); end += 1) yield end;
  } else if (text.startsWith(part, place)) yield place + part.length;
  else if (place < text.length && isOneOf(part, text.charAt(place))) yield place + 1;
}

const isOneOf = (part: string, character: string): boolean =>
  part === '?' ? character !== '/' : part.length > 1 && isInSet(part.slice(1, -1), character);

function isInSet(set: string, character: string): boolean {
  const isNegated = /^[!^]/.test(set);
  const [...listed] = isNegated ? set.slice(1) : set;
  const isListed = listed.some(
    (one, index) =>
      one === character ||
      (one === '-' && (listed[index - 1] ?? '~') <= character && character <= (listed[index + 1] ?? ' ')),
  );
  return isListed !== isNegated;
}
