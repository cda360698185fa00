import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { findsIt, foundIt, soughtProducts } from '../../../interface/observing/sought.ts';

const special = /[,()"']/;
/** Preferred to quotes: these are what a filter is built from. */
const hardest = /[,()]/;

const writings: readonly (readonly [words: string, write: (name: string) => string])[] = [
  ['unescaped', (name) => name],
  ['with backslashes', (name) => name.replaceAll(/[\\,()"']/g, '\\$&')],
  ['in double quotes', (name) => `"${name}"`],
];

export default observation('filter-escape', async (look) => {
  const [first, ...others] = await soughtProducts(look, 1, (name) => special.test(name));
  const sought = [first, ...others].find(({ name }) => hardest.test(name)) ?? first;
  const finding: string[] = [];
  for (const [words, write] of writings) {
    if ((await findsIt(look, sought, `eq(name,${write(sought.name)})`)) === foundIt) finding.push(words);
  }
  if (finding.length === 0) return 'none';
  return finding.join() === 'with backslashes' ? 'backslash' : other(finding.join(' or '));
});
