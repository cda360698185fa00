import { at } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { created } from '../../../interface/observing/created.ts';
import { shownValue } from '../../../interface/observing/shown-value.ts';

export default observation('subscription-owner', async (look) =>
  shownValue(
    'subscription-owner',
    at(await created(look, 'subscription'), 'data', 'attributes', 'meta', 'owner'),
  ),
);
