import { expect, it } from 'vitest';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import { runAgainst } from '../check-of.ts';
import { serveBooks } from './books-server.ts';
import { textIds, withIdsInNoOrder } from './ids-in-no-order.ts';

/** Four hexadecimal digits that look drawn, other ones for each number. */
const digitsFor = (id: number): string => ((id * id * 30_011) % 65_536).toString(16).padStart(4, '0');

const forms: Readonly<Record<string, (id: number) => string>> = {
  'a letter, a counter and drawn digits': (id) => `b${id}${digitsFor(id)}`,
  'encoded counters': (id) => `${((id * 40_503) % 65_536).toString(36)}`,
};

it.each(Object.entries(forms))(
  'what is sent to deleted records is judged with ids of %s',
  async (_, textFor) => {
    const { transport } = serveBooks();
    const { results } = await runAgainst(textIds, withIdsInNoOrder(transport, textFor));
    const open = results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'untested');
    expect(open.map((one) => `${one.rule}: ${wordsOfResult(one).why}`)).toEqual([]);
    const judged = [
      'deleteBook/again-not-crash',
      'updateBook/not-after-deletion',
      'replaceBook/not-after-deletion',
    ];
    const passed = results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? [rule] : []));
    expect(judged.filter((rule) => !passed.includes(rule))).toEqual([]);
  },
);
