import { plain } from '../../report/plain.ts';
import { counted } from '../../report/words.ts';
import type { Pinned } from '../target/edit-target-file.ts';

/** What happened to the choices of a target file, in lines. */
export function pinnedText(file: string, { count, changed, notPinned, records }: Pinned): string[] {
  const left = records === 0 ? '' : `; ${counted(records, 'created record')}`;
  const width = Math.max(0, ...changed.map(({ choice }) => choice.length));
  const row = (choice: string, words: string): string => `  ${choice.padEnd(width)}  ${plain(words)}`;
  return [
    `${counted(count, 'choice')} pinned in ${file}${left}`,
    ...(changed.length > 0 ? ['pinned to something else before'] : []),
    ...changed.map(({ choice, before, after }) => row(choice, `${before}, now ${after}`)),
    ...(notPinned.length > 0 ? ['not pinned'] : []),
    ...[...Map.groupBy(notPinned, ({ saw }) => saw)].flatMap(([saw, own]) => [
      `  ${plain(saw)}`,
      `    ${own.map(({ choice }) => choice).join(', ')}`,
    ]),
  ];
}
