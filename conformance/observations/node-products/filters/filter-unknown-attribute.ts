import { agreed, type Observed, other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { findsIt, foundNothing, isRefusedWord, soughtProducts } from '../../../interface/observing/sought.ts';

export default observation('filter-unknown-attribute', async (look) => {
  const [sought] = await soughtProducts(look, 1);
  const equal = await findsIt(look, sought, `eq(id,${sought.shownId})`);
  const among = await findsIt(look, sought, `in(name,${sought.name})`);
  return agreed([
    ['eq by id', answerFor(equal)],
    ['in by name', answerFor(among)],
  ]);
});

function answerFor(words: string): Observed<'filter-unknown-attribute'> {
  if (words === foundNothing) return 'nothing';
  return isRefusedWord(words) ? 'refused' : other(words);
}
