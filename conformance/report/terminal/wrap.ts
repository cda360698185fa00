import { stripVTControlCharacters } from 'node:util';
import { withoutCommands } from '../text/plain.ts';

/** How many columns a line may fill. */
const widest = 120;

/** What is copied from the terminal, and has to stay on one line. */
const commands = /^ {4}(request|repeat) /;

/** Where the following lines of a broken line begin, by what it begins with. */
const hanging: readonly RegExp[] = [
  / {4}(expected|got|declared|also|between|and) +/y,
  / {4}.{18} *\d+ {2}(add {2})?/y,
  / +/y,
];

/**
 * A text whose lines are broken between words where they are too wide; a word stays whole, whatever its length. A word that
 * now begins a line is no command of a CI engine there.
 */
export const wrapped = (text: string): string =>
  text.split('\n').flatMap(linesOf).map(withoutCommands).join('\n');

function linesOf(line: string): string[] {
  const plain = stripVTControlCharacters(line);
  if (plain.length <= widest || commands.test(plain)) return [line];
  const matched = hanging.map((form) => {
    form.lastIndex = 0;
    return form.exec(plain)?.[0].length;
  });
  const [labelled, listed, spaces = 0] = matched;
  const indent = ' '.repeat(labelled ?? listed ?? spaces + 4);
  const lines: string[] = [];
  let current = '';
  let width = -1;
  for (const word of line.split(' ')) {
    const size = stripVTControlCharacters(word).length;
    if (width + 1 + size > widest && current.trim() !== '') {
      lines.push(current);
      current = indent + word;
      width = indent.length + size;
    } else {
      current = width < 0 ? word : `${current} ${word}`;
      width += 1 + size;
    }
  }
  return [...lines, current];
}
