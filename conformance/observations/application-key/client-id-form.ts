import { at } from '../../../src/json/json.ts';
import { other } from '../../core/observed.ts';
import { observation } from '../../core/rule.ts';
import { created } from '../../interface/observing/created.ts';

/** The id itself is not told, only what it is made of. */
const forms = [
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  [other('digits'), /^\d+$/],
  ['hex', /^[\da-f]+$/i],
  // Which marks an id has is a matter of chance.
  [other('letters, digits or marks'), /^[\x21-\x7e]+$/],
] as const;

export default observation('client-id-form', async (look) => {
  const id = at(await created(look, 'application-key'), 'data', 'client_id');
  const text = look.assume(typeof id === 'string' && id, 'the key shows no client id');
  return forms.find(([, form]) => form.test(text))?.[0] ?? other('something else');
});
