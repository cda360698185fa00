import { at, withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { beyondPlain, echoed, isBeyondPlain } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';
import { misencoded, withoutAccents } from '../../../mutants/text.ts';

const name = ['data', 'name'];

export default rule({
  title: 'data.name beyond ASCII, or with double spaces, is returned as sent',
  claims: [echoed({ sentAt: name, shownAt: name, isMeant: isBeyondPlain, read: beyondPlain })],
  mutants: [
    { name: 'spaces side by side in names become one', wire: renamed((text) => text.replaceAll(/ +/g, ' ')) },
    { name: 'names lose what is beyond ASCII', wire: renamed((text) => text.replaceAll(/[^ -~]/gu, '?')) },
    {
      name: 'characters above U+FFFF are replaced',
      wire: renamed((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
    },
    { name: 'names are written as UTF-8 and read as Latin-1', wire: renamed(misencoded) },
    { name: 'names lose their accents', wire: renamed(withoutAccents) },
  ],
});

function renamed(rename: (text: string) => string) {
  return changeReply('application-key', (json) => withAt(json, name, rename(String(at(json, ...name)))));
}
