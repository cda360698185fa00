import type { Exchange } from '../../src/http/exchange.ts';
import { at, withAt } from '../../src/json/json.ts';
import { type ExperimentContext, experiments } from '../core/context.ts';
import { nonce, textOf } from '../core/nonce.ts';
import { wasAccepted } from '../core/status.ts';
import { attempt, attemptTogether } from '../create/attempts.ts';
import { creationsOf, type Edit, joined } from '../create/creations.ts';
import {
  bodyTrials,
  constraintTrials,
  createAtOnce,
  derivedBoundTrials,
  nullTrials,
  type Opening,
  withCharset,
} from '../create/trials.ts';
import { jsonOfCall } from '../core/request-mutants.ts';
import { withoutRateLimit } from './controls.ts';
import { credentialTrials, openKeys } from './trials.ts';

const operation = 'application-key';

/** An edit, and what is tried alone if the whole is rejected. */
type Other = readonly [whole: Edit, ...parts: Edit[]];

/** Longer than the columns that many servers keep names in, and shorter than the default bound on text. */
const longerThanColumns = 65;

/** More than anybody reserves, and less than a number of 32 bits holds. */
const large = 1_000_000_000;

/** Names that a server may spoil: by escaping, by decoding, by another encoding. */
const punctuated = `Key No. 7/2 & "Co" <b> 'x' 50%2F_a+b=c; ${nonce}`;

/** Digits alone, with zeros before them: a server may take them for a number. */
const digitsFor = (run: string): string => `007${Number.parseInt(run.slice(0, 8), 16) || 7}`;

const beyondAscii = `Zoë’s 鍵  😀 ${nonce}`;

/** Letters alone: a server that rejects emoji or keeps other signs in another form has to keep these (READINGS 12). */
const letters = `Crème brûlée 注文 ${nonce}`;

const named = (name: string): Edit => ({ edit: (body) => withAt(body, ['data', 'name'], name) });

/** The name of a key that was created before. */
const sameName = ({ call }: Exchange): Edit => named(String(at(jsonOfCall(call), 'data', 'name')));

const limited = (limit: number): Edit => ({
  edit: (body) => withAt(body, ['data', 'reserved_rate_limit'], limit),
});

export default experiments({
  /** Creates keys that show what is kept of them. */
  creations: {
    run: async (context) => {
      const openings = await openKeys(context);
      if (!openings) return;
      const { trialControls, open } = openings;
      await attemptTogether(
        context,
        operation,
        [withCharset(operation, trialControls.least)],
        [named(beyondAscii)],
      );
      await attempt(context, operation, derivedBoundTrials(context, operation, trialControls.least));
      if (open) await createOthers(context, open);
    },
  },
  /** Creates keys that have to be issued, and tries all that has to be rejected. */
  rejections: {
    when: 'early',
    run: async (context) => {
      const openings = await openKeys(context);
      if (!openings) return;
      const { trialControls } = openings;
      await attempt(context, operation, [
        ...constraintTrials(context, operation, trialControls),
        ...bodyTrials(operation, trialControls),
        ...nullTrials(context, operation, trialControls),
        ...credentialTrials(context.target, trialControls),
      ]);
    },
  },
});

/** Keys that no server has to issue; what it shows of those it does issue is judged like that of all others. */
async function createOthers(context: ExperimentContext, { control, exchange }: Opening): Promise<void> {
  const { inTurn, send } = creationsOf(context, operation);
  const limit = context.target.key.reserved_rate_limit ?? 1;
  const others: readonly Other[] = [
    [named(digitsFor(context.nonce))],
    [named(letters)],
    [
      joined([named(`${punctuated} ${'and so on, '.repeat(40)}end`), limited(large)]),
      named(punctuated),
      limited(large),
      named(textOf(longerThanColumns)),
    ],
  ];
  const tryAll = async ([whole, ...parts]: Other): Promise<Exchange> => {
    const seen = await inTurn(() => send(control, whole));
    if (!wasAccepted(seen)) for (const part of parts) await inTurn(() => send(control, part));
    return seen;
  };
  for (const other of others) await tryAll(other);
  await createAtOnce(context, operation, control, named(`At once ${nonce}`));
  const same = sameName(exchange);
  await withoutRateLimit(context, () =>
    tryAll([joined([same, limited(0)]), joined([same, limited(limit + 1)]), limited(0)]),
  );
}
