import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The fault that the stub serves in the pictures, and in the README. */
export const picturedFault = 'the last page omits one product';
/** Where that stub listens. */
export const picturedUrl = 'http://127.0.0.1:4010';
/** The token in ASSAY_TOKEN, which the target file names. */
export const picturedToken = 'any-token-will-do';
/** The command whose output is shown. */
export const picturedCommand = 'assay check --target stub.yaml';

const style = new URL('../../conformance/report/style.css', import.meta.url);

/** What is in the picture of a terminal, without its line breaks. */
export const saidInPicture = (picture: string): string => {
  const rows = picture.split('\n').filter((line) => line.startsWith('<text'));
  const text = rows.map((row) => row.replaceAll(/<[^>]*>/g, '')).join('');
  return lasting(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
};

/** What a picture of a command and its output has to say. */
export const saidOnTerminal = (output: string): string =>
  lasting(stripVTControlCharacters(`$ ${picturedCommand}${output}`).replaceAll('\n', ''));

/** What the top of an HTML report says, down to the first exchange that is folded away, and which style sheet it is drawn with. */
export function saidOnPage(page: string): string {
  const [top = ''] = page.split('<details');
  const text = top.replace(/<style>.*?<\/style>/s, '').replaceAll(/<[^>]+>/g, '\n');
  const sheet = createHash('sha256').update(readFileSync(style)).digest('hex');
  return `style sheet ${sheet}\n${lasting(text.replaceAll(/\s*\n\s*/g, '\n').trim())}\n`;
}

/** A text without what differs from run to run: times, the nonce, and the hash of the contract, which is not read. */
const lasting = (text: string): string =>
  text
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ][\d:.]+(?: ?UTC|Z)?/g, '(date)')
    .replaceAll(/\b\d+(?:\.\d+)? m?s\b/g, '(time)')
    .replaceAll(/\([0-9a-f]{12}\)/g, '(hash)')
    .replaceAll(/nonce\n[0-9a-f]{8}/g, 'nonce\n(nonce)');
