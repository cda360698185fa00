import { rule } from '../../../core/rule.ts';
import { neverCrashes } from '../../../interface/claims.ts';
import { isBeyondBmp } from '../../../interface/creations/beyond-bmp.ts';
import { changeStatus } from '../../../mutants/reply.ts';

export default rule({
  title: 'characters beyond the BMP do not get a 5xx status',
  claims: [neverCrashes(({ call }) => isBeyondBmp(call), 'a key request with characters beyond the BMP')],
  mutants: [
    {
      name: 'a column of three bytes a character crashes the server',
      wire: changeStatus('application-key', (status, call) => (isBeyondBmp(call) ? 500 : status)),
    },
  ],
});
