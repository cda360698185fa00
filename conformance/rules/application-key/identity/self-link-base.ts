import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { endsIn, selfLinks } from '../../../interface/application-key/self-link.ts';
import { eachCreation } from '../../../interface/claims.ts';
import { textAt } from '../../../interface/creations/echo.ts';
import { publicBases } from '../../../interface/public-base.ts';
import { isUnknown } from '../../../interface/redacted-values.ts';
import { relinked } from '../../../mutants/application-key/self-link.ts';

export default rule({
  title: 'data.links.self or links.self is a URL that begins with the base URL',
  claims: [
    eachCreation(({ answer, shown }, judge) => {
      const { path } = judge.contract.operations['application-key'];
      const bases = publicBases(judge.target).map((base) => `${base}${path}/`);
      const id = textAt(shown, 'data', 'id');
      const links = selfLinks(shown).filter((link) => !isUnknown(answer, link));
      for (const link of links.filter((one) => id !== undefined && endsIn(one, path, id)))
        judge.claim(URL.canParse(link) && bases.some((base) => new URL(link).href.startsWith(base)), () => ({
          expected: `data.links.self or links.self begins with ${bases[0]}`,
          saw: `${printValue(link)}; if this is the public address of the server, declare it as publicUrl`,
          shown: [answer],
        }));
    }),
  ],
  mutants: [
    {
      name: 'the self link has another host',
      wire: relinked((link) => link.replace(/^https?:\/\/[^/]*/, 'https://keys.fernhollow.example')),
    },
    {
      name: 'the self link is a path only',
      wire: relinked((link) => link.replace(/^https?:\/\/[^/]*/, '')),
    },
    {
      name: 'the self link has one segment too many before the path',
      wire: relinked((link) => link.replace(/^(https?:\/\/[^/]*)/, '$1/internal')),
    },
  ],
});
