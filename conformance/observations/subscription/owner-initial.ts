import { at } from '../../../src/wire/json.ts';
import { created } from '../../creation/created.ts';
import { printValue } from '../../engine/reading.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-meta-owner-initial',
  asks: 'which owner does a new subscription have?',
  look: async (look) =>
    printValue(at(await created(look, 'subscription'), 'data', 'attributes', 'meta', 'owner')),
});
