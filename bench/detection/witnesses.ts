import type { Header, HttpRequest } from '../../src/http/exchange.ts';
import { subscribable } from './examples.ts';
import {
  authorization,
  json,
  key,
  least,
  list,
  payment,
  plain,
  productsAt,
  subscribe,
} from './witness-calls.ts';
import { witnessesSecond } from './witnesses-second.ts';

const slugOf = (status: string): string =>
  String(productsAt('Shelter').find(({ attributes }) => attributes.status === status)?.attributes.slug);
const oddNames = productsAt('Oddments').map(({ attributes }) => String(attributes.name));
const twinName = oddNames.find((name, index) => oddNames.indexOf(name) !== index);

const { email: _email, ...withoutEmail } = payment;
const longAddress = `payer@${Array.from({ length: 20 }, () => 'a'.repeat(60)).join('.')}.example`;
const charset: Header = ['content-type', 'application/json; charset=utf-8'];

/** For each fault of a foreign product, requests whose last response shows it: they prove that the fault is one. */
export const witnesses: Readonly<Record<string, readonly HttpRequest[]>> = {
  'the bound of external_ref is forgotten once there is a payment authority': [
    subscribe({ ...least, external_ref: 'x'.repeat(2049), payment_authority: payment }),
  ],
  'the form of an e-mail address is checked, but not its greatest length': [
    subscribe({ ...least, payment_authority: { ...payment, email: longAddress } }),
  ],
  'a body whose media type names a charset is not validated for its currency': [
    subscribe(subscribable, [authorization, charset]),
  ],
  'text behind the JSON of a key is overlooked': [key(plain, [authorization, json], ' and more')],
  'the type of a key is compared without regard to case': [key({ ...plain, type: 'Application_Key' })],
  'gateways are compared without regard to case': [
    subscribe({ ...least, payment_authority: { ...payment, type: 'PAYMENTS_GATEWAY_A' } }),
  ],
  'an id with something behind it passes for a UUID': [
    subscribe({ ...least, account_id: `${least.account_id}-x` }),
  ],
  'once one key was issued, nobody is asked for authorization': [key(plain), key(plain, [json])],
  'a key without a rate limit needs no authorization': [key(plain, [json])],
  'a payment authority without an e-mail address is dropped in silence': [
    subscribe({ ...least, payment_authority: withoutEmail }),
  ],
  'names of keys lose what is beyond ASCII': [key({ ...plain, name: 'Zoë' })],
  'names of keys are trimmed': [key({ ...plain, name: ' Zoe ' })],
  'rate limits above 50 are shown as 50': [key({ ...plain, reserved_rate_limit: 51 })],
  'external references are written as UTF-8 and read as Latin-1': [
    subscribe({ ...least, external_ref: 'Zoë' }),
  ],
  'keys of one second share their secret': [key(plain), key(plain)],
  'of a subscription in another currency than USD, the status is spelled in capitals': [
    subscribe({ ...least, currency: 'EUR' }),
  ],
  'a listing without parameters shows drafts': [list('Shelter')],
  'a draft is shown when it is asked for by its own slug': [
    list('Shelter', { filter: `eq(slug,${slugOf('draft')})` }),
  ],
  'a listing without a limit is not in the curated order': [list('Shelter')],
  'a filtered listing marks no product as curated': [
    list('Shelter', { filter: `eq(slug,${slugOf('live')})` }),
  ],
  'the mark of curation is the text "true"': [list('Shelter')],
  'slugs match in any letter case': [list('Shelter', { filter: `eq(slug,${slugOf('live').toUpperCase()})` })],
  'an offset without a limit is not looked at': [list('Shelter', { 'page[offset]': 3 })],
  'a page of fifty comes with forty-nine': [list('Maps and ropes', { 'page[limit]': 50 })],
  'under a filter the total is what the page holds': [
    list('Oddments', { filter: `eq(name,${twinName})`, 'page[limit]': 1 }),
  ],
  'a listing without a limit counts the page as the total': [list('Maps and ropes')],
  'from the third page on, links.prev leads to the first': [
    list('Maps and ropes', { 'page[limit]': 10, 'page[offset]': 40 }),
  ],
  'links.last leads past the end': [list('Maps and ropes', { 'page[limit]': 10 })],
  'component products come twice': [list('Kits')],
  ...witnessesSecond,
};
