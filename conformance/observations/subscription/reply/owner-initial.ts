import { at } from '../../../../src/json/json.ts';
import { printValue } from '../../../core/print.ts';
import { observation } from '../../../core/rule.ts';
import { created } from '../../../interface/observing/created.ts';

export default observation({
  asks: 'which owner does a new subscription have?',
  look: async (look) =>
    printValue(at(await created(look, 'subscription'), 'data', 'attributes', 'meta', 'owner')),
});
