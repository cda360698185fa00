import { observation } from '../../core/rule.ts';
import { timestampForms } from '../../interface/creations/timestamp-form.ts';
import { created } from '../../interface/observing/created.ts';

const members = ['created_at', 'updated_at', 'last_used_at'];

export default observation('timestamps', async (look) =>
  timestampForms(
    look,
    await created(look, 'application-key'),
    members.map((member) => ['data', 'meta', 'timestamps', member]),
  ),
);
