import { at, withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { beyondPlain, echoed, isBeyondPlain } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';
import { misencoded, withoutAccents } from '../../../mutants/text.ts';

const shownAt = ['data', 'attributes', 'external_ref'];

export default rule({
  title: 'external_ref beyond ASCII, or with double spaces, is returned as sent',
  claims: [echoed({ sentAt: ['data', 'external_ref'], shownAt, isMeant: isBeyondPlain, read: beyondPlain })],
  mutants: [
    {
      name: 'spaces side by side in references become one',
      wire: rewritten((text) => text.replaceAll(/ +/g, ' ')),
    },
    { name: 'references are written as UTF-8 and read as Latin-1', wire: rewritten(misencoded) },
    {
      name: 'characters above U+FFFF are replaced',
      wire: rewritten((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
    },
    { name: 'references lose their accents', wire: rewritten(withoutAccents) },
    {
      name: 'references lose what is beyond ASCII',
      wire: rewritten((text) => text.replaceAll(/\P{ASCII}/gu, '?')),
    },
  ],
});

function rewritten(rewrite: (text: string) => string) {
  return changeReply('subscription', (json) => {
    const shown = at(json, ...shownAt);
    return typeof shown === 'string' ? withAt(json, shownAt, rewrite(shown)) : undefined;
  });
}
