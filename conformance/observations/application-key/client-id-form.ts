import { at } from '../../../src/json/json.ts';
import { observation } from '../../core/rule.ts';
import { created } from '../../interface/observing/created.ts';

/** The id itself is not told, only what it is made of. */
const forms: readonly (readonly [form: string, RegExp])[] = [
  ['a UUID', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['digits', /^\d+$/],
  ['hexadecimal digits', /^[\da-f]+$/i],
  ['letters and digits', /^[\da-z]+$/i],
  ['letters, digits and marks', /^[\x21-\x7e]+$/],
];

export default observation({
  asks: 'what is a client id made of?',
  look: async (look) => {
    const id = at(await created(look, 'application-key'), 'data', 'client_id');
    const text = look.assume(typeof id === 'string' && id, 'the key shows no client id');
    return forms.find(([, form]) => form.test(text))?.[0] ?? 'something else';
  },
});
