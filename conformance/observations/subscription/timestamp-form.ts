import { created } from '../../creation/created.ts';
import { observation } from '../../engine/rule.ts';
import { timestampForms } from '../../engine/timestamp-form.ts';

const holders = [
  ['meta', 'timestamps'],
  ['offering', 'attributes'],
  ['offering', 'meta', 'timestamps'],
];

export default observation({
  clause: 'subscription-timestamp-form',
  asks: 'how are the timestamps of a subscription and its offering written?',
  look: async (look) =>
    timestampForms(
      await created(look, 'subscription'),
      holders.flatMap((holder) =>
        ['created_at', 'updated_at'].map((member) => ['data', 'attributes', ...holder, member]),
      ),
    ),
});
