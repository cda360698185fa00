import { ruleOfEach } from '../../core/rule.ts';
import { neverCrashes } from '../../interface/claims.ts';
import { isBeyondBmp } from '../../interface/creations/beyond-bmp.ts';
import { changeStatus } from '../../mutants/reply.ts';

export default ruleOfEach((operation) => ({
  title: 'characters above U+FFFF, such as emoji, do not cause a 5xx status',
  claims: [neverCrashes(({ call }) => isBeyondBmp(call), 'a request with characters above U+FFFF')],
  mutants: [
    {
      name: 'characters of four bytes crash the server',
      wire: changeStatus(operation, (status, call) => (isBeyondBmp(call) ? 500 : status)),
    },
  ],
}));
