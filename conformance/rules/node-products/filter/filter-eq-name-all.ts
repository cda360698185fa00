import { rule } from '../../../core/rule.ts';
import { completeClaim } from '../../../interface/node-products/filters/claims.ts';
import { firstMatch, loseMatches, onSecondNode } from '../../../mutants/node-products/filter.ts';
import { looksFor } from '../../../mutants/node-products/listing.ts';

/** What servers lose names by: decoding them twice, escaping, folding or cutting them. */
const hard: Readonly<Record<string, RegExp>> = {
  'with a plus sign': /\+/,
  'with a percent sign': /%(?![0-9a-f]{2})/i,
  'with a percent sign and two digits': /%[0-9a-f]{2}/i,
  'with an ampersand': /&/,
  'with a hash': /#/,
  'with an equals sign': /=/,
  'with a tag': /</,
  'with two spaces': / {2}/,
  'with an accent': /[\u00c0-\u024f]/,
  'with an accent after its letter': /\p{L}\p{M}/u,
  'with an emoji': /\p{Extended_Pictographic}/u,
  'of more than 255 characters': /.{270}/,
};

export default rule({
  title: '{equals}(name,…) returns every product with that name',
  shows: 'filter',
  claims: [completeClaim('name')],
  mutants: [
    { name: 'of two products of one name only the first is found', wire: firstMatch },
    {
      name: 'a filter by name finds nothing on the second node',
      wireFor: onSecondNode(loseMatches((query) => looksFor(query, 'name'))),
    },
    {
      name: 'a name with a space in it is never found',
      wire: loseMatches((query) => looksFor(query, 'name', /^[^)]* /)),
    },
    ...Object.entries(hard).map(([what, sign]) => ({
      name: `a name ${what} is never found`,
      wire: loseMatches((query) => looksFor(query, 'name', sign)),
    })),
    {
      name: 'without a limit a filter by name finds nothing',
      wire: loseMatches((query) => query.limit === undefined && looksFor(query, 'name')),
    },
  ],
});
