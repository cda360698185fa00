/** A text as a regular expression that finds nothing but it. */
const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Reads a pattern in which some signs mean something; undefined where it cannot be read. */
function compile(pattern: string, meanings: Readonly<Record<string, string>>): RegExp | undefined {
  const source = pattern.replace(/\[[^\]]+\]|[\s\S]/g, (part) => {
    if (part.length > 1) return meanings['[]'] === undefined ? literally(part) : part;
    return meanings[part] ?? literally(part);
  });
  return read(`^(?:${source})$`);
}

function read(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'is');
  } catch {
    return undefined;
  }
}

/** Whether a text fits a pattern of SQL's LIKE, in any letter case. */
export const isLike = (text: string, pattern: string): boolean =>
  compile(pattern, { '%': '.*', _: '.' })?.test(text) === true;

/** Whether a text fits a pattern such as a shell takes for file names, in any letter case. */
export const isGlob = (text: string, pattern: string): boolean =>
  compile(pattern, { '*': '.*', '?': '.', '[]': '' })?.test(text) === true;

/** Whether a regular expression finds something in a text, in any letter case. */
export const isFound = (text: string, pattern: string): boolean => read(pattern)?.test(text) === true;

/** Of how many signs that stand for much a pattern is still compared, and with how long a text: more takes for ever. */
const most = { signs: 3, length: 255 };

/** Whether a text fits a pattern in one of the languages that databases have for it. */
export const fitsPattern = (text: string, pattern: string): boolean =>
  text.length <= most.length &&
  (pattern.match(/[*%?]/g)?.length ?? 0) <= most.signs &&
  (isLike(text, pattern) || isGlob(text, pattern) || isFound(text, pattern));
