import { isLost, type Transport } from '../../src/http/exchange.ts';
import { loadFiles } from '../contract/own-contract.ts';
import { books } from './books.ts';

/** The books with ids that are texts. */
export const textIds = await loadFiles({
  'books.yaml': books
    .replace('schema: { type: integer } }]', 'schema: { type: string } }]')
    .replace('id: { type: integer,', 'id: { type: string,'),
});

/** A text for each number, in no order; the same number has the same text. */
const textOf = (id: number): string => `b${((id * 40_503) % 65_536).toString(16).padStart(4, '0')}`;

/** Writes the ids of a server of books as texts in no order. */
export function withIdsInNoOrder(transport: Transport, textFor = textOf): Transport {
  const texts = new Map<number, string>();
  const numbers = new Map<string, number>();
  const written = (id: number): string => {
    const text = texts.get(id) ?? textFor(id);
    texts.set(id, text);
    numbers.set(text, id);
    return text;
  };
  return async (request) => {
    const target = request.target.replace(/(?<=^\/books\/)[^/?]+/, (text) => String(numbers.get(text) ?? 0));
    const response = await transport({ ...request, target });
    if (isLost(response)) return response;
    const shown = Buffer.from(response.body).toString();
    const body = shown.replaceAll(/"id":(\d+)/g, (_, id) => `"id":"${written(Number(id))}"`);
    return { ...response, body: Buffer.from(body) };
  };
}
