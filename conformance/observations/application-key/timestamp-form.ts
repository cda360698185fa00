import { created } from '../../creation/created.ts';
import { observation } from '../../engine/rule.ts';
import { timestampForms } from '../../engine/timestamp-form.ts';

const members = ['created_at', 'updated_at', 'last_used_at'];

export default observation({
  clause: 'key-timestamp-form',
  asks: 'how are the timestamps of a key written?',
  look: async (look) =>
    timestampForms(
      await created(look, 'application-key'),
      members.map((member) => ['data', 'meta', 'timestamps', member]),
    ),
});
