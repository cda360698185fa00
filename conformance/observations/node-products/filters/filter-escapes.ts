import { observation } from '../../../core/rule.ts';
import { findsIt, soughtProducts } from '../../../interface/observing/sought.ts';

const special = /[,()"']/;
/** Preferred to quotes: these are what a filter is built from. */
const hardest = /[,()]/;

const writings: readonly (readonly [words: string, write: (name: string) => string])[] = [
  ['as it stands', (name) => name],
  ['with backslashes', (name) => name.replaceAll(/[\\,()"']/g, '\\$&')],
  ['in double quotes', (name) => `"${name}"`],
];

export default observation({
  asks: 'how is a comma, a parenthesis or a quote written in a filter?',
  look: async (look) => {
    const [first, ...others] = await soughtProducts(look, 1, (name) => special.test(name));
    const sought = [first, ...others].find(({ name }) => hardest.test(name)) ?? first;
    const seen: string[] = [];
    for (const [words, write] of writings) {
      seen.push(`${words} ${await findsIt(look, sought, `eq(name,${write(sought.name)})`)}`);
    }
    return seen.join(', ');
  },
});
