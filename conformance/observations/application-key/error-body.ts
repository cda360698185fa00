import { observation } from '../../core/rule.ts';
import { refusedWithout } from '../../interface/observing/edited.ts';
import { bodyForm } from '../../interface/observing/error-body.ts';

export default observation('error-body', async (look) =>
  bodyForm((await refusedWithout(look, 'application-key', 'name')).reply),
);
