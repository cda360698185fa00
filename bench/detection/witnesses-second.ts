import type { HttpRequest } from '../../src/http/exchange.ts';
import { bearer } from './examples.ts';
import { json, key, least, list, payment, plain, productsAt, subscribe } from './witness-calls.ts';

const { type: _type, ...typeless } = payment;
const { plan_id: _plan, ...planless } = least;
const token = bearer.slice('Bearer '.length);
const idsAt = (name: string): string =>
  `in(id,${productsAt(name)
    .map(({ id }) => id)
    .join(',')})`;

/** For each fault of the second set, requests whose last response shows it. */
export const witnessesSecond: Readonly<Record<string, readonly HttpRequest[]>> = {
  'customer ids of more than 255 characters are rejected': [
    subscribe({ ...least, payment_authority: { ...payment, customer_id: 'c'.repeat(1024) } }),
  ],
  'a card id is trimmed before its characters are counted': [
    subscribe({ ...least, payment_authority: { ...payment, card_id: `${'c'.repeat(1024)} ` } }),
  ],
  'a payment authority without a type is not looked at': [
    subscribe({ ...least, payment_authority: typeless }),
  ],
  'a subscription without a plan gets that of the one before': [subscribe(least), subscribe(planless)],
  'gateways are compared by how they begin': [
    subscribe({ ...least, payment_authority: { ...payment, type: 'payments_gateway_ab' } }),
  ],
  'digits in quotes pass for a rate limit': [key({ ...plain, reserved_rate_limit: '20' })],
  'a key with a rate limit is created with 200': [key({ ...plain, reserved_rate_limit: 20 })],
  'the times of a key are written the way of one country': [key(plain)],
  'external references are cut after 2048 bytes, within a character if need be': [
    subscribe({ ...least, external_ref: `a${'é'.repeat(2047)}` }),
  ],
  'missing authorization is answered with 200 and an error': [key(plain, [json])],
  'a token without a scheme before it is let in': [key(plain, [['authorization', token], json])],
  'component products are included on the first page only': [
    list('Kits', { 'page[limit]': 2, 'page[offset]': 1 }),
  ],
  'a node without live products shows its drafts': [list('Workbench', { 'page[limit]': 13 })],
  'a draft is shown when its id is asked for with that of a live one': [
    list('Shelter', { filter: idsAt('Shelter') }),
  ],
  'places in the curated order are compared as text': [list('Shelter', { 'page[limit]': 100 })],
  'what a filter finds comes in the order of ids': [list('Shelter', { filter: idsAt('Shelter') })],
  'a filter by name is held against the slug': [list('Shelter', { filter: 'eq(name,Dome-3)' })],
  'an underscore in a filter stands for any character': [list('Shelter', { filter: 'eq(slug,dome_3)' })],
  'a page is kept without its limit and served for every other': [
    list('Shelter', { 'page[limit]': 7 }),
    list('Shelter', { 'page[limit]': 3 }),
  ],
  'an offset within a page is taken for the beginning of that page': [
    list('Shelter', { 'page[limit]': 7, 'page[offset]': 3 }),
  ],
  'the total counts drafts as well': [list('Kitchen', { 'page[limit]': 3 })],
  'past the end the total is zero': [list('Kitchen', { 'page[limit]': 3, 'page[offset]': 100 })],
  'a link that leads nowhere is an empty text': [list('Kitchen', { 'page[limit]': 3 })],
  'links.next counts in whole pages, whatever the offset': [
    list('Shelter', { 'page[limit]': 3, 'page[offset]': 2 }),
  ],
};
