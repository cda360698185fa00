import { withAt } from '../../../src/json/json.ts';
import type { ExperimentContext } from '../../core/context.ts';
import type { Trial } from '../../creations/attempts.ts';
import type { TrialControls } from '../../creations/trials/constraints.ts';
import { triedCurrencies } from '../../creations/valid-body.ts';

/** The same letters as Chinese and Japanese text has them: capitals, and of no currency. */
const inFullWidth = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));

/** Texts that are not three ASCII capital letters, made from three that are (READINGS 4). */
const misspelled = (currency: string): readonly string[] => [
  '',
  currency.toLowerCase(),
  currency.slice(0, 2),
  `${currency}X`,
  `${currency[0]}5${currency[2]}`,
  'Euros!',
  inFullWidth(currency),
];

/** The three letters with white space around them: some servers trim what they are sent. */
const spaced = (currency: string): readonly string[] => [`${currency}\n`, ` ${currency}`];

/** Requests in what is no currency. */
export function currencyTrials(
  { contract, target }: ExperimentContext,
  { least, full = least }: TrialControls,
): Trial[] {
  const { currency: own = triedCurrencies[0] } = target.subscriptions[0];
  const form = contract.constraints.find(({ clause }) => clause.id === 'subscription/request-currency-form');
  const isMisspelled = (text: string): boolean =>
    form !== undefined && !new RegExp(String(form.value), 'u').test(text);
  const trial = (rule: string, currency: string, turn: number): Trial => ({
    clause: `subscription/${rule}`,
    what: `a request with currency ${JSON.stringify(currency)}`,
    expects: 'rejection',
    control: turn % 2 === 0 ? least : full,
    edit: (control) => withAt(control, ['data', 'currency'], currency),
  });
  return [
    ...misspelled(own)
      .filter(isMisspelled)
      .map((one, turn) => trial('request-currency-form', one, turn)),
    ...spaced(own)
      .filter(isMisspelled)
      .map((one, turn) => trial('request-currency-spaces', one, turn)),
    trial('request-currency-unknown', 'ZZZ', 1),
  ];
}
