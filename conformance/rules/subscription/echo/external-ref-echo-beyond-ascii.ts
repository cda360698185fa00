import { at, withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { beyondPlain, echoed, isBeyondPlain } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';

const shownAt = ['data', 'attributes', 'external_ref'];

export default rule({
  title: 'emoji, signs beyond ASCII and double spaces in external_ref are returned',
  claims: [echoed({ sentAt: ['data', 'external_ref'], shownAt, isMeant: isBeyondPlain, read: beyondPlain })],
  mutants: [
    {
      name: 'spaces side by side in references become one',
      wire: rewritten((text) => text.replaceAll(/ +/g, ' ')),
    },
    {
      name: 'characters above U+FFFF are replaced',
      wire: rewritten((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
    },
    {
      name: 'quotation marks beyond ASCII in references are replaced',
      wire: rewritten((text) => text.replaceAll('’', "'")),
    },
  ],
});

function rewritten(rewrite: (text: string) => string) {
  return changeReply('subscription', (json) => {
    const shown = at(json, ...shownAt);
    return typeof shown === 'string' ? withAt(json, shownAt, rewrite(shown)) : undefined;
  });
}
