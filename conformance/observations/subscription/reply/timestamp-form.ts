import { observation } from '../../../core/rule.ts';
import { timestampForms } from '../../../interface/creations/timestamp-form.ts';
import { created } from '../../../interface/observing/created.ts';

const holders = [
  ['meta', 'timestamps'],
  ['offering', 'attributes'],
  ['offering', 'meta', 'timestamps'],
];

export default observation({
  asks: 'how are the timestamps of a subscription and its offering written?',
  look: async (look) =>
    timestampForms(
      await created(look, 'subscription'),
      holders.flatMap((holder) =>
        ['created_at', 'updated_at'].map((member) => ['data', 'attributes', ...holder, member]),
      ),
    ),
});
