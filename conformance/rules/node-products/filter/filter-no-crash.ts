import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachFiltered } from '../../../interface/node-products/filters/each-filtered.ts';
import { crashWhere, filterOf, looksFor } from '../../../mutants/node-products/listing.ts';
import { changeStatus } from '../../../mutants/reply.ts';

export default rule({
  title: 'no filter, however unusual, causes a 5xx status',
  claims: [
    eachFiltered(
      () => true,
      (filter, { reply: { status } }) =>
        status < 500
          ? undefined
          : {
              expected: `no 5xx status for the filter ${printValue(filter)}`,
              saw: `status ${status}`,
            },
    ),
  ],
  mutants: [
    {
      name: 'a filter of three thousand characters crashes',
      wire: crashWhere(({ filter }) => (filter?.length ?? 0) >= 3000),
    },
    {
      name: 'a filter with an unclosed quote crashes the server',
      wire: crashWhere(
        ({ filter = '' }) => filter.split("'").length % 2 === 0 || filter.split('"').length % 2 === 0,
      ),
    },
    {
      name: 'a filter with a fragment of SQL crashes the server',
      wire: crashWhere(({ filter = '' }) => /'.*(\bor\b|--|;)/i.test(filter)),
    },
    {
      name: 'a filter beyond Latin letters crashes',
      wire: crashWhere(({ filter }) => /[^\x20-\xff]/.test(filter ?? '')),
    },
    {
      name: 'a filter with characters above U+FFFF crashes',
      wire: crashWhere(({ filter }) => /[\u{10000}-\u{10ffff}]/u.test(filter ?? '')),
    },
    {
      name: 'parentheses that do not balance crash',
      wire: crashWhere(({ filter = '' }) => filter.split('(').length !== filter.split(')').length),
    },
    {
      name: 'an id that is not a UUID crashes the server',
      wire: crashWhere((query) => looksFor(query, 'id', /^[^)]*[g-z]/i)),
    },
    {
      name: 'a pattern crashes',
      wire: crashWhere(({ filter = '' }) => /[*?[%]/.test(filter)),
    },
    {
      name: 'a null character crashes',
      wire: crashWhere(({ filter = '' }) => filter.includes('\0')),
    },
    {
      name: 'every invalid filter crashes the server',
      wire: changeStatus('node-products', (status, call) =>
        [400, 422].includes(status) && filterOf(call) !== undefined ? 500 : status,
      ),
    },
  ],
});
