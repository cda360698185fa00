import type { HttpResponse } from '../../../src/http/exchange.ts';
import { isObject, type Json, type JsonObject, withAt } from '../../../src/json/json.ts';
import type { Manner } from './front.ts';
import { whole } from './replies.ts';

/** Sends the conforming listings changed, and everything else as it is. */
export const relisting =
  (change: (listing: JsonObject, before: number, offset: number) => Json): Manner =>
  ({ request, response, socket, before }) => {
    const listing: unknown =
      response.status === 200 ? JSON.parse(Buffer.from(response.body).toString()) : undefined;
    const offset = Number(/page%5Boffset%5D=(\d+)/i.exec(request.target)?.[1] ?? 0);
    const changed =
      isObject(listing) && Array.isArray(listing.data) ? change(listing, before, offset) : undefined;
    socket.write(whole(changed === undefined ? response : withText(response, JSON.stringify(changed))));
  };

const withText = (response: HttpResponse, text: string): HttpResponse => ({
  ...response,
  body: Buffer.from(text),
});

/** A total that grows with every request. */
export const growing = relisting((listing, before) => withAt(listing, ['meta', 'results', 'total'], before));

/** Pages that are always full, of products never seen before. */
export const boundless: Manner = relisting((listing, _before, offset) => {
  const [sample] = Array.isArray(listing.data) ? listing.data : [];
  const page = Array.from({ length: 100 }, (_, index) => ({
    ...(isObject(sample) ? sample : {}),
    id: `00000000-0000-4000-8000-${String(offset + index).padStart(12, '0')}`,
  }));
  return { ...listing, data: page, meta: { results: { total: 1_000_000_000 } } };
});

let first: Json | undefined;
/** The same page whatever is asked for. */
export const stuck: Manner = relisting((listing) => {
  first ??= listing;
  return first;
});

/** One id for every product. */
export const nameless: Manner = relisting((listing) => ({
  ...listing,
  data: (Array.isArray(listing.data) ? listing.data : []).map((product) =>
    withAt(product, ['id'], '00000000-0000-4000-8000-000000000000'),
  ),
}));

/** A total no double can hold. */
export const astronomical: Manner = ({ response, socket }) => {
  const text = Buffer.from(response.body).toString();
  socket.write(whole(withText(response, text.replace(/"total":\d+/, '"total":1e999'))));
};
