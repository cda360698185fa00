import { at, withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { echoedLetters, echoedPlain } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';
import { keptInOnePlace } from '../../../mutants/shared.ts';
import { escaped, misencoded, withoutAccents } from '../../../mutants/text.ts';

const name = ['data', 'name'];

export default rule({
  title: 'data.name is returned as sent',
  shows: 'content',
  claims: [...echoedPlain({ sentAt: name, shownAt: name }), echoedLetters({ sentAt: name, shownAt: name })],
  mutants: [
    { name: 'names come back in lower case', wire: renamed((text) => text.toLowerCase()) },
    { name: 'names are cut after 20 characters', wire: renamed((text) => text.slice(0, 20)) },
    { name: 'names are cut after 255 characters', wire: renamed((text) => text.slice(0, 255)) },
    { name: 'names of digits lose leading zeros', wire: renamed((text) => text.replace(/^0+(?=\d+$)/, '')) },
    { name: 'names come back as slugs', wire: renamed((text) => text.replaceAll(' ', '-')) },
    { name: 'names come back escaped for HTML', wire: renamed(escaped) },
    { name: 'names come back percent-decoded', wire: renamed((text) => text.replaceAll('%2F', '/')) },
    { name: 'names lose what looks like a tag', wire: renamed((text) => text.replaceAll(/<[^>]*>/g, '')) },
    {
      name: 'names with spaces around them end after their first word',
      wire: renamed((text) => (text.startsWith(' ') ? (text.trim().split(' ')[0] ?? '') : text)),
    },
    { name: 'an empty name is replaced by an invented one', wire: renamed((text) => text || 'New key') },
    { name: 'names lose what is beyond ASCII', wire: renamed((text) => text.replaceAll(/[^ -~]/gu, '?')) },
    { name: 'names are written as UTF-8 and read as Latin-1', wire: renamed(misencoded) },
    { name: 'names lose their accents', wire: renamed(withoutAccents) },
    {
      name: 'Chinese letters of names are replaced',
      wire: renamed((text) => text.replaceAll(/\p{Script=Han}/gu, '\ufffd')),
    },
    {
      name: 'keys that are created at once share a name',
      wire: keptInOnePlace('application-key', name, name),
    },
    { name: 'a key with a rate limit is called after its type', wire: calledAfterType() },
  ],
});

function renamed(rename: (text: string) => string) {
  return changeReply('application-key', (json) => withAt(json, name, rename(String(at(json, ...name)))));
}

function calledAfterType() {
  return changeReply('application-key', (json) =>
    at(json, 'data', 'reserved_rate_limit') === undefined ? undefined : withAt(json, name, 'application_key'),
  );
}
