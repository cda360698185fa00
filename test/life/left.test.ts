import { expect, it } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { noteOwnRecords } from '../../conformance/engine/own-records/own-records.ts';
import type { HttpRequest, Lost, Transport } from '../../src/http/exchange.ts';
import { contract } from './books.ts';
import { type Shelf, serveBooks } from './books-server.ts';

const reset: Lost = { lost: 'connection', detail: 'the connection was reset', ms: 1 };

type Served = { readonly transport: Transport; readonly shelf: Shelf };
type Disturbed = (
  served: Served,
  request: HttpRequest,
  creations: number,
  requests: number,
) => ReturnType<Transport>;

const disturbances: Readonly<Record<string, Disturbed>> = {
  'each third creation is delivered twice': async ({ transport }, request, creations) => {
    if (request.method === 'POST' && creations % 3 === 0) await transport(request);
    return transport(request);
  },
  'each twentieth creation is done, and its response is lost': async ({ transport }, request, creations) => {
    const response = await transport(request);
    return request.method === 'POST' && creations % 20 === 0 ? reset : response;
  },
  'each twentieth creation is lost': async ({ transport }, request, creations) =>
    request.method === 'POST' && creations % 20 === 0 ? reset : transport(request),
  'the server loses its memory': async ({ transport, shelf }, request, _, requests) => {
    if (requests === 200) shelf.ours.clear();
    return transport(request);
  },
};

/** The ids of books whose titles tell that the check created them. */
const leftOn = ({ ours }: Shelf): number[] =>
  [...ours.values()].flatMap(({ id, title }) => (/[0-9a-f]{8}/.test(String(title)) ? [id] : []));

/** Checks the server of books behind something; returns the ids that the report names, and those that are left. */
async function check(disturbed: Disturbed, served = serveBooks()) {
  let [creations, requests] = [0, 0];
  const transport: Transport = (request) => {
    requests += 1;
    if (request.method === 'POST') creations += 1;
    return disturbed(served, request, creations, requests);
  };
  const file = { baseUrl: 'http://localhost', token: 'any', writes: 'allow', settles: '0s' } as const;
  const { created } = await runCheck(file, { contract, transport, patience: 0 });
  return { created, named: created.map(({ id }) => id).toSorted(), left: leftOn(served.shelf) };
}

it.each(Object.entries(disturbances))(
  'deletes all, and says that nothing is left: %s',
  async (_, disturbed) => {
    const { created, left } = await check(disturbed);
    expect([created, left]).toEqual([[], []]);
  },
);

it('names what is left though its deletion was accepted', async () => {
  const served = serveBooks();
  const { created, named } = await check(async ({ transport, shelf }, request) => {
    if (request.method !== 'DELETE') return transport(request);
    const kept = new Map(shelf.ours);
    const response = await transport(request);
    for (const [id, book] of kept) shelf.ours.set(id, book);
    return response;
  }, served);
  const left = [...served.shelf.ours.keys()];
  expect(left.length).toBeGreaterThan(10);
  expect(named).toEqual(left.map(String).toSorted());
  // What was changed after its deletion may be another record by then, and is not deleted again.
  const [deleted, others] = [true, false].map((isDeleted) =>
    created.filter(({ deletionStatus }) => (deletionStatus === 204) === isDeleted),
  );
  expect(deleted?.length).toBeGreaterThan(10);
  expect(new Set(others?.map((one) => 'why' in one && one.why))).toEqual(
    new Set(['the responses do not show that it is what this run created']),
  );
});

it.each([
  [422, 0],
  [409, 1],
  [201, 1],
])('of a lost creation that returns %i when it is sent again, %i may be left', async (status, left) => {
  const own = noteOwnRecords({ contract, nonce: 'a55a4000' });
  const replies = [reset, { status, headers: [], body: new Uint8Array(), ms: 1 }];
  const send = own.watch(async () => replies.shift() ?? reset);
  for (const nonce of ['a55a400011111111', 'a55a400022222222'])
    await send({
      method: 'POST',
      target: '/books',
      headers: [],
      body: Buffer.from(`{"title":"assay ${nonce}"}`),
    });
  expect(own.unanswered().length).toBe(left);
});
