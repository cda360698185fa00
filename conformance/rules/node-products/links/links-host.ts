import { rule } from '../../../core/rule.ts';
import { eachPageShows } from '../../../interface/claims.ts';
import { linksNamed, noLinks } from '../../../interface/node-products/pages/following.ts';
import { publicBases } from '../../../interface/public-base.ts';
import { linkNames } from '../../../interface/read-page.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'absolute links have the scheme and host of the base URL or publicUrl',
  claims: [
    eachPageShows(({ page }, judge) => {
      if (page.links.length === 0) judge.untested(noLinks);
      const bases = publicBases(judge.target);
      for (const name of linkNames)
        for (const link of linksNamed(page, name)) {
          // A reference without a scheme or a host has those of the request.
          if (link === null || !URL.canParse(link)) continue;
          const { origin } = new URL(link);
          judge.claim(
            bases.some((base) => new URL(base).origin === origin),
            () => ({
              title: `links.${name} has the scheme and host of the base URL or publicUrl`,
              expected: `links.${name} begins with ${new URL(bases[0]).origin}`,
              saw: `a link that begins with ${origin}; if this is the public address of the server, declare it as publicUrl`,
              shown: [page.exchange],
            }),
          );
        }
    }),
  ],
  mutants: [
    {
      name: 'links name another host',
      wire: changeLinks((links) =>
        JSON.parse(
          JSON.stringify(links).replaceAll(/https?:\/\/[^/"]+/g, 'http://internal.fernhollow.example'),
        ),
      ),
    },
    {
      name: 'links name another port',
      wire: changeLinks((links) =>
        JSON.parse(JSON.stringify(links).replaceAll(/(https?:\/\/[^/":]+)(:\d+)?/g, '$1:9')),
      ),
    },
  ],
});
