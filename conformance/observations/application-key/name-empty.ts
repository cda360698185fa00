import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'key-request-name-empty',
  asks: 'may a key have an empty name?',
  look: async (look) => {
    const control = specimen(look.contract, look.target, 'application-key');
    await accepted(look, 'application-key', control);
    return outcomeOf(await submit(look, 'application-key', withAt(control, ['data', 'name'], '')));
  },
});
