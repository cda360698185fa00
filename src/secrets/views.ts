/** A text as it reads once its escapes are decoded, and the place of each of its characters in the original. */
type View = { readonly text: string; readonly placeOf: (index: number) => number };

/** An escape of JSON. */
const inJson = /\\(?:u([\da-f]{4})|([bfnrt])|([^u]))/gi;
const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const inAddress =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}|\+/gi;

/** A text as it is, without the escapes of JSON, once and twice (what we quote may be JSON), and without those of addresses. */
export function viewsOf(text: string): View[] {
  const views: View[] = [{ text, placeOf: (index) => index }];
  for (let last = views[0]; last?.text.includes('\\') && views.length < 3; ) {
    last = decoded(last, inJson, ([, code, control, same]) =>
      code ? String.fromCharCode(Number.parseInt(code, 16)) : (same ?? controls[control?.toLowerCase() ?? ''] ?? ''),
    );
    views.push(last);
  }
  const [plain] = views;
  if (plain && text.includes('%')) views.push(decoded(plain, inAddress, ([encoded]) => characterOf(encoded)));
  return views;
} // biome-ignore format: short

function characterOf(encoded: string): string {
  if (encoded === '+') return ' ';
  if (encoded.length === 3) return String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function decoded({ text, placeOf }: View, escapes: RegExp, meaningOf: (match: RegExpExecArray) => string): View {
  const pieces: string[] = [];
  /** From these characters of the view on, places are so much further in the original; both in order. */
  const begins = [0];
  const shifts = [0];
  let [length, last] = [0, 0];
  for (const match of text.matchAll(escapes)) {
    const meaning = meaningOf(match);
    pieces.push(text.slice(last, match.index), meaning);
    length += match.index - last + meaning.length;
    last = match.index + match[0].length;
    begins.push(length);
    shifts.push(last - length);
  }
  pieces.push(text.slice(last));
  const shiftAt = (index: number): number => {
    let [low, high] = [0, begins.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((begins[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return shifts[low] ?? 0;
  };
  return { text: pieces.join(''), placeOf: (index) => placeOf(index + shiftAt(index)) };
} // biome-ignore format: short
