import { counted } from '../../report/text/words.ts';
import type { ClientReport, FaultySent, TakenOption, Tried } from '../client-report.ts';
import type { Parting, ShownRequest } from '../difference.ts';

/** A label, and what is behind it. */
type Row = readonly [label: string, text: string];

/** The question of a variation and its option: of a combination, of each. */
export const titlesOf = ({ answers }: Pick<Tried, 'answers'>): string[] =>
  answers.map(({ asks, ...answer }) => `${asks} ${optionOf(answer)}`);

const optionOf = ({ option, words, usual }: Omit<TakenOption, 'asks'>): string =>
  `${option}${words === '' ? '' : ` (${words})`} instead of ${usual}`;

/** What a report says of a variation that did not simply pass, apart from the output of its command. */
export function rowsOf({ outcome, how, parts, repeat }: Tried): Row[] {
  return [
    ...(how === undefined
      ? []
      : [
          [
            'ended',
            outcome === 'intermittent'
              ? `${how}; when it was tried again, it passed, or the baseline failed`
              : how,
          ] as const,
        ]),
    ...(outcome === 'not run' ? [] : [...differenceRows(parts), ['repeat', repeat] as const]),
  ];
}

/** Where a run first differs from the baseline, and in what. */
function differenceRows(parts: Parting | undefined): Row[] {
  if (!parts) return [['differs', 'nowhere: the same requests got the same responses']];
  const line = requestLine(parts);
  const { baseline, answer, differs } = parts;
  if (baseline === undefined) return [['differs', `${line}; the baseline did not send this request`]];
  if (baseline !== answer) return [['differs', `${line} instead of ${baseline}`]];
  return [
    ['differs', line],
    ['response', differs ?? 'differs from the response with the default options'],
  ];
}

/** `request 3: GET /v2/… → 200`. */
const requestLine = ({ number, method, target, answer }: ShownRequest): string =>
  `request ${number}: ${method} ${target} → ${answer}`;

/** What is wrong with a request, in one line. */
export function faultOf({ kind, text, choice }: FaultySent): string {
  if (kind === 'unknown') return `${text}; other servers may return an empty list`;
  if (kind === 'tolerated') return `accepted only by some servers (${choice}): ${text}`;
  return choice === undefined ? text : `${text} (other servers may accept it: ${choice.split('=')[0]})`;
}

/** What a report shows of a request that is wrong: labels and texts. */
export const rowsOfSent = ({ request, variation, test, count }: FaultySent): Row[] => [
  ['request', requestLine(request)],
  ...(variation === undefined ? [] : [['in', `the run with ${variation}`] as const]),
  ...(test === undefined ? [] : [['test', test] as const]),
  ...(count > 1 ? [['and', `${counted(count - 1, 'request')} more like it`] as const] : []),
];

/** The baseline in one line. */
export function baselineOf({ baseline }: ClientReport): string {
  const { requests, operations, rejected, rejectedAsExpected } = baseline;
  const shares = Object.entries(operations).map(([id, count]) => `${count} ${id}`);
  return [
    `${counted(requests, 'request')}${shares.length > 0 ? ` (${shares.join(', ')})` : ''}`,
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
    ...(rejectedAsExpected > 0 ? [`${rejectedAsExpected} rejected as expected`] : []),
  ].join(', ');
}

/** How many variations ended how: `71 passed, 2 failed`. */
export function tallyOf(all: readonly Tried[]): string {
  const words = {
    pass: 'passed',
    fail: 'failed',
    needed: 'needed',
    intermittent: 'intermittent',
    'not run': 'not run',
  };
  return Object.entries(words)
    .map(([outcome, word]) => [all.filter((one) => one.outcome === outcome).length, word] as const)
    .filter(([count, word], index) => count > 0 || (index === 0 && word !== ''))
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}
