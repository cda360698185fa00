import { at, withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { beyondPlain, echoed, isBeyondPlain } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';

const name = ['data', 'name'];

export default rule({
  title: 'emoji, signs beyond ASCII and double spaces in data.name are returned',
  claims: [echoed({ sentAt: name, shownAt: name, isMeant: isBeyondPlain, read: beyondPlain })],
  mutants: [
    { name: 'spaces side by side in names become one', wire: renamed((text) => text.replaceAll(/ +/g, ' ')) },
    {
      name: 'quotation marks beyond ASCII are replaced',
      wire: renamed((text) => text.replaceAll('’', "'")),
    },
    {
      name: 'characters above U+FFFF are replaced',
      wire: renamed((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
    },
  ],
});

function renamed(rename: (text: string) => string) {
  return changeReply('application-key', (json) => withAt(json, name, rename(String(at(json, ...name)))));
}
