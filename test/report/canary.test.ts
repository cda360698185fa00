import { describe, expect, it } from 'vitest';
import type { Target } from '../../conformance/core/target.ts';
import { knownGoodOf } from '../../conformance/core/target.ts';
import { target } from '../../conformance/proof/fixtures.ts';
import { terminal } from '../../conformance/report/check.ts';
import { annotations } from '../../conformance/report/github.ts';
import { reports } from '../../conformance/report/kinds.ts';
import { coloursIf } from '../../conformance/report/plain.ts';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { faultyIn, reportOn } from './report-on.ts';

const vouched = {
  token: 'canary/token+1=one',
  subscriptionToken: 'canary-subscription-token',
  productsToken: 'canary-products-token',
  header: 'canary-header&two',
  customer: 'canary-customer-<three>',
  card: 'canary-card-four/4',
  name: 'Canary Name Five',
  email: 'canary6@example.com',
};

const canaryTarget: Target = {
  ...target,
  collections: target.collections.slice(0, 2),
  tokens: {
    'application-key': vouched.token,
    subscription: vouched.subscriptionToken,
    'node-products': vouched.productsToken,
  },
  headers: [['X-Key', vouched.header]],
  known: {
    subscription: [
      {
        ...knownGoodOf(target, 'subscription')[0],
        payment_authority: {
          type: 'payments_gateway_a',
          customer_id: vouched.customer,
          card_id: vouched.card,
          name: vouched.name,
          email: vouched.email,
        },
      },
    ],
  },
};

const secrets = new Set<string>(Object.values(vouched));

/** Ways in which a server may give a secret back. */
const echoes: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  encodeURIComponent,
  (secret) => new URLSearchParams({ secret }).toString(),
  (secret) => JSON.stringify(secret).replaceAll('/', '\\/'),
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`user:${secret}`).toString('base64'),
  (secret) => Buffer.from(`a${secret}b`).toString('base64url'),
];

/** Gives back all it knows, in every way, in body and headers; and breaks rules, so that it is shown. */
function gossip(next: Transport): Transport {
  return async (request) => {
    const response = await next(request);
    if (isLost(response)) return response;
    const text = Buffer.from(response.body).toString();
    const [, brought] = /"client_secret":"([^"]+)"/.exec(text) ?? [];
    if (brought !== undefined) secrets.add(brought);
    const said = [...secrets].slice(0, 12).flatMap((secret) => echoes.map((echo) => echo(secret)));
    const body = text.startsWith('{') ? JSON.stringify({ ...JSON.parse(text), said }) : text;
    const named = body.replaceAll(/"(name|slug)":"[^"]*"/g, `"$1":"${said[5]}"`);
    const whisper = said.filter((one) => /^[\x20-\x7e]+$/.test(one)).map((one) => ['x-said', one] as const);
    return { ...response, body: Buffer.from(named), headers: [...response.headers, ...whisper.slice(0, 40)] };
  };
}

/** Everything a text says to someone who decodes all that can be decoded, once and again. */
function* readings(text: string): Generator<string> {
  const unescaped = text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(["\\/])/g, '$1');
  const unentitied = text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  for (const one of [text, unescaped, unentitied]) {
    yield one;
    const unquoted = one
      .replaceAll('+', ' ')
      .replaceAll(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    yield unquoted;
    yield unquoted.replaceAll('\\', '');
    const runs = one.match(/[A-Za-z0-9+/_-]{8,}/g) ?? [];
    for (const skip of [0, 1, 2, 3])
      yield runs.map((run) => Buffer.from(run.slice(skip), 'base64').toString('latin1')).join('\n');
  }
}

describe('no secret leaves', async () => {
  const faulty = faultyIn(
    'node-products/product-upc-ean-string',
    'application-key/updated-at-string',
    'subscription/meta-created-at-string',
  );
  const report = await reportOn(gossip(faulty), { target: canaryTarget });
  const style = { colours: coloursIf(false), verbose: true };
  const texts: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(reports).map(([kind, render]) => [kind, render(report)])),
    terminal: terminal(report, style),
    annotations: annotations(report).join('\n'),
  };

  it('has something to hide', () => {
    expect(secrets.size).toBeGreaterThan(Object.keys(vouched).length + 2);
    expect(report.counts.fail).toBeGreaterThan(1);
    expect(texts.html).toContain('x-said');
    expect(texts.html).toContain('[redacted]');
    expect(texts.terminal).toMatch(/got {7}"\S*\[redacted\]/);
  });

  it.each(Object.entries(texts))('in the %s report, however it is written', (_, text) => {
    const found = new Set<string>();
    for (const reading of readings(text)) {
      for (const secret of secrets) if (reading.includes(secret)) found.add(secret);
    }
    expect([...found]).toEqual([]);
  });
});
