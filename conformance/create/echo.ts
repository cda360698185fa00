import { at, type JsonObject, type Path } from '../../src/json/json.ts';
import type { Claim } from '../core/claim.ts';
import { printPath, printValue } from '../core/print.ts';
import { eachCreation, isBrokenAt } from '../core/claims.ts';
import { isUnknown } from '../core/redacted-values.ts';

/** Text that was sent at one place of a request and comes back at one of the reply. */
type Echo = {
  readonly sentAt: Path;
  readonly shownAt: Path;
  /** Which texts the rule speaks of; by default all. */
  readonly isMeant?: (sent: string) => boolean;
  /** What of a text has to be the same; by default all of it. */
  readonly read?: (text: string) => string;
};

/** A claim that every creation which shows a text shows the one that was sent. */
export const echoed = ({ sentAt, shownAt, isMeant = () => true, read = (text) => text }: Echo): Claim =>
  eachCreation(({ answer, sent, shown }, judge) => {
    const [text, back] = [at(sent, ...sentAt), at(shown, ...shownAt)];
    if (typeof text !== 'string' || typeof back !== 'string' || !isMeant(text)) return;
    if (isBrokenAt(answer, shownAt) || [text, back].some((one) => isUnknown(answer, one))) return;
    judge.claim(read(back) === read(text), () => ({
      title: `${printPath(shownAt)} is returned as sent in ${printPath(sentAt)}`,
      expected: `${printPath(shownAt)} is ${printValue(text)}, as sent in ${printPath(sentAt)}`,
      saw: printValue(back),
      shown: [answer],
    }));
  });

/**
 * Claims that plain text which is shown comes back as sent. Spaces around it may be taken off (READINGS 12): what they
 * are around comes back all the same.
 */
export const echoedPlain = (places: Pick<Echo, 'sentAt' | 'shownAt'>): Claim[] => [
  echoed({ ...places, isMeant: isPlainText }),
  echoed({
    ...places,
    isMeant: (text) => !isPlainText(text) && isPlainText(withoutSpacesAround(text)),
    read: withoutSpacesAround,
  }),
];

/** A claim that letters beyond ASCII up to U+FFFF come back as sent, composed or not (READINGS 12). */
export const echoedLetters = (places: Pick<Echo, 'sentAt' | 'shownAt'>): Claim =>
  echoed({ ...places, isMeant: (text) => lettersIn(text) !== '', read: lettersIn });

const lettersIn = (text: string): string =>
  (text.normalize('NFC').match(/(?=\p{L})[\u0080-\uffff]/gu) ?? []).join('');

const withoutSpacesAround = (text: string): string => text.replaceAll(/^ +| +$/g, '');

/** A claim that an id which is shown is the one that was sent; UUIDs compare without regard to case. */
export const echoedId = (member: string, shownAt: Path): Claim =>
  echoed({ sentAt: ['data', member], shownAt, read: (id) => id.toLowerCase() });

/** ASCII that no server normalises: no control characters, no spaces around it or side by side; or nothing at all. */
const isPlainText = (text: string): boolean => /^([!-~]+( [!-~]+)*)?$/.test(text);

/** Whether text goes beyond ASCII, or holds spaces side by side: servers may normalise both. */
export const isBeyondPlain = (text: string): boolean => beyondPlain(text) !== '';

/** What of a text goes beyond ASCII, composed, and which spaces are side by side within it. */
export const beyondPlain = (text: string): string =>
  (withoutSpacesAround(text.normalize('NFC')).match(/ {2,}|\P{ASCII}+/gu) ?? []).join('');

/** The text at a place of a response, if there is one. */
export function textAt(shown: JsonObject, ...path: Path): string | undefined {
  const value = at(shown, ...path);
  return typeof value === 'string' ? value : undefined;
}
