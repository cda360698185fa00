import type { Behaviour } from '../behaviour.ts';
import type { Answer, Received, Ways } from '../server/ways.ts';

const limits = 'Section 8: limits are not shown; principle P3: what fails once is tried again.';

/** Gateways and firewalls that response instead of a server, as nginx, HAProxy and Varnish are set up. */
export const gateways: readonly Behaviour[] = [
  {
    name: 'other-paths-html',
    does: 'Answers each path that is no operation, one with a slash at its end included, with a page of HTML and 200.',
    permitted: 'Principle P1: a response at a path that is not one of the operations breaks nothing.',
    ways: () => ({ before: (request) => (isOperation(request) ? undefined : html(200)) }),
  },
  {
    name: 'limiter-forbids',
    does: 'Lets as many requests a second through as the number, and answers 403 with HTML to others.',
    permitted: limits,
    numbers: [20],
    ways: (most) => overLimit(most, html(403)),
    undetermined: { because: 'some requests are blocked; the verdict names the --rate' },
  },
  {
    name: 'limiter-tarpits',
    does: 'Lets as many requests a second through as the number, and answers 500 with HTML to others.',
    permitted: limits,
    numbers: [20],
    ways: (most) => overLimit(most, html(500)),
    undetermined: { because: 'some requests are blocked; the verdict names the --rate' },
  },
  {
    name: 'limiter-closes',
    does: 'Lets as many requests a second through as the number, and closes the connection of others without an answer.',
    permitted: limits,
    numbers: [20],
    ways: (most) => overLimit(most, 'hang-up'),
    undetermined: { because: 'some requests are lost; the verdict names the --rate' },
  },
  {
    name: 'every-fiftieth-fails',
    does: 'Answers every 50th request with the number as status, as a replica does that is being replaced.',
    permitted: 'Principle P3: what holds when it is tried again is intermittent.',
    numbers: [401, 403, 404, 500],
    ways: (status) => ({
      before: ({ number }) => (number > 20 && number % 50 === 23 ? html(status) : undefined),
    }),
  },
  {
    name: 'creations-blocked',
    does: 'Lets as many creations a second through as the number, and answers 403 to others.',
    permitted: limits,
    numbers: [3],
    ways: (most) => blockCreations(most),
    undetermined: { because: 'most creations are blocked; the verdict names the --rate' },
  },
  {
    name: 'small-bodies-only',
    does: 'Answers 413 to bodies of more bytes than the number.',
    permitted: 'Section 8: request size limits are not shown; reading 28.',
    numbers: [700, 2000],
    ways: (most) => ({ before: ({ text }) => (text.length > most ? html(413) : undefined) }),
  },
  {
    name: 'short-addresses-only',
    does: 'Answers the number to addresses of more than 600 characters.',
    permitted: 'Section 8: request size limits are not shown; reading 28.',
    numbers: [414, 431],
    ways: (status) => ({ before: ({ address }) => (address.length > 600 ? html(status) : undefined) }),
  },
  {
    name: 'agents-named',
    does: 'Answers 403 to requests without User-Agent.',
    permitted: 'Section 8: limits are not shown; reading 28.',
    ways: () => ({ before: ({ headers }) => (headers['user-agent'] ? undefined : html(403)) }),
  },
  {
    name: 'blocked-for-good',
    does: 'Answers 403 with Retry-After to filters with a quote in them, however long one waits.',
    permitted: 'Reading 26: quotes are unspecified; reading 28.',
    ways: () => ({
      before: ({ address }) =>
        /%27|%22/.test(address) ? { ...html(403), headers: { ...type, 'retry-after': '1' } } : undefined,
    }),
  },
];

const type = { 'content-type': 'text/html' };
const html = (status: number): Answer => ({
  status,
  body: {},
  headers: type,
  text: `<html><head><title>${status}</title></head><body>gateway</body></html>`,
});

const isOperation = ({ address }: Received): boolean =>
  /^\/(v2\/application-keys|subscriptions\/subscriptions|pcm\/hierarchies\/[0-9a-f-]{36}\/nodes\/[0-9a-f-]{36}\/products)(\?|$)/i.test(
    address,
  );

/** Counts in a bucket that refills evenly, as nginx does. */
function overLimit(perSecond: number, over: Answer | 'hang-up'): Ways {
  let [room, last] = [perSecond, Date.now()];
  return {
    before: () => {
      const now = Date.now();
      room = Math.min(perSecond, room + ((now - last) * perSecond) / 1000);
      last = now;
      if (room < 1) return over;
      room -= 1;
      return undefined;
    },
  };
}

function blockCreations(perSecond: number): Ways {
  const { before } = overLimit(perSecond, html(403));
  return { before: (request) => (request.method === 'POST' ? before?.(request) : undefined) };
}
