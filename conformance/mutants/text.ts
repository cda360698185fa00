/** Text as a page would hold it. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text that was written as UTF-8 and is read as Latin-1. */
export const misencoded = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Text whose letters have lost what is over and under them. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC');
