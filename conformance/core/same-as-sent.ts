// When a value that a response shows is the one that was sent, whatever servers do to its form; when two readings of a page are the same.

import { hash } from 'node:crypto';
import { keyOfId } from '../../src/contract/record.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import type { Page } from './evidence.ts';

const instant = /^\d{4}-\d{2}-\d{2}T/;

const areTimestamps = (sent: string, shown: string): boolean =>
  instant.test(sent) && instant.test(shown) && !Number.isNaN(Date.parse(sent));

/** Whether two texts are timestamps of one instant: many servers write them with another offset. */
export const areOneInstant = (sent: string, shown: string): boolean =>
  areTimestamps(sent, shown) && Date.parse(sent) === Date.parse(shown);

const decimal = /^-?(?=\.?\d)\d*\.?\d*$/;

/** Whether two texts are decimal numbers of one value: a database writes "10.5" as "10.50". */
const areOneDecimal = (sent: string, shown: string): boolean =>
  [sent, shown].every((text) => decimal.test(text)) &&
  `${sent}${shown}`.includes('.') &&
  Number(sent) === Number(shown);

/** A text as every server keeps it: composed, without what may stand for a character above U+FFFF (READINGS 12, 15). */
const kept = (text: string): string =>
  keyOfId(
    text
      .normalize('NFC')
      .replaceAll('\r\n', '\n')
      .replaceAll(/[\u{10000}-\u{10ffff}\ufffd?]/gu, '')
      .trim(),
  );

/**
 * Whether two values mean the same: timestamps are instants, decimals are numbers, ids of any letter case are the same, a list has the same
 * entries in any order, and an object has what was sent in the fields that it shows.
 */
export function isAsSent(sent: Json | undefined, shown: Json | undefined): boolean {
  if (typeof sent === 'string' && typeof shown === 'string') {
    if (areTimestamps(sent, shown)) return areOneInstant(sent, shown);
    return areOneDecimal(sent, shown) || kept(sent) === kept(shown);
  }
  if (Array.isArray(sent) && Array.isArray(shown)) {
    const left = [...shown];
    for (const one of sent) {
      const place = left.findIndex((other) => isAsSent(one, other));
      if (place === -1) return false;
      left.splice(place, 1);
    }
    return left.length === 0;
  }
  if (isObject(sent) && isObject(shown))
    return Object.entries(sent).every(
      ([name, value]) => shown[name] === undefined || isAsSent(value, shown[name]),
    );
  return JSON.stringify(sent ?? null) === JSON.stringify(shown ?? null);
}

/** Many databases keep no difference between an empty value and none. */
export const isNothing = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** A value as all servers write it that mean the same: a number without its type, a time with its seconds. */
const plain = (value: Json): Json => {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const time = /^(\d\d:\d\d)(:00)?(\.0+)?$/.exec(value);
  return time?.[1] ?? (Number.isNaN(Number(value)) ? value : Number(value));
};

/** Whether a value is the one that a contract states, whatever servers do to its form. */
export const isSameValue = (stated: Json, shown: Json): boolean =>
  (isNothing(stated) && isNothing(shown)) || isAsSent(plain(stated), plain(shown));

/** What must stay the same between rechecks of a relation (READINGS P6). */
export type Fingerprint = 'total' | 'ids' | 'records';

/** What has to stay the same of a page; of a chained one also where it begins, and whether another follows. */
export function fingerprintOf({ items, total, query, next }: Page, fingerprint: Fingerprint): string {
  const ids = items.map(({ id }) => id ?? '');
  const place = `${query.offset} ${next !== undefined} ${total}`;
  if (fingerprint === 'total') return `${place} ${items.length}`;
  return `${place} ${(fingerprint === 'records' ? ids.toSorted() : ids).join()}`;
}

/** A digest, so that many values can be compared without being kept. */
export const digest = (value: Json): string => hash('sha256', JSON.stringify(value), 'base64');
