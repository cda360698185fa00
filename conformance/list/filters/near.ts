import { onceForText } from '../../../src/once.ts';

/**
 * Whether two values are the same up to ASCII letter case and accents, which a `must` does not distinguish (READINGS
 * 26).
 */
export const isNear = (one: string, other: string): boolean => nearKey(one) === nearKey(other);

/** The common form of near values. Some databases ignore spaces at the end of text. */
export const nearKey = onceForText((text) => inSmallLetters(withoutAccents(text).replace(/^ +| +$/g, '')));

const withoutAccents = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .normalize('NFC');

const inSmallLetters = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const isSameInOtherCase = (one: string, other: string): boolean =>
  inSmallLetters(one.trim().normalize('NFC')) === inSmallLetters(other.trim().normalize('NFC'));
