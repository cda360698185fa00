import { observation } from '../../../core/rule.ts';
import { timestampForms } from '../../../interface/creations/timestamp-form.ts';
import { created } from '../../../interface/observing/created.ts';

const holders = [
  ['meta', 'timestamps'],
  ['offering', 'attributes'],
  ['offering', 'meta', 'timestamps'],
];

export default observation('timestamps', async (look) =>
  timestampForms(
    look,
    await created(look, 'subscription'),
    holders.flatMap((holder) =>
      ['created_at', 'updated_at'].map((member) => ['data', 'attributes', ...holder, member]),
    ),
  ),
);
