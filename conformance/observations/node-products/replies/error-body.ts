import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { bodyForm } from '../../../interface/observing/error-body.ts';
import { refusedListings } from '../../../interface/observing/refused-listings.ts';

export default observation('error-body', async (look) => {
  const forms = [...new Set((await refusedListings(look)).map(({ reply }) => bodyForm(reply)))].sort();
  const [form, ...others] = forms;
  return form === undefined || others.length > 0 ? other(forms.join(' or ')) : form;
});
