import { changeResponse } from '../../conformance/mutants/edits.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { at, withAt } from '../../src/json/json.ts';
import { faulty, type Variant } from './variant.ts';

const wire = (level: Variant['level'], name: string, mutant: Mutant): Variant =>
  faulty('stranger')('response shape', level, name, mutant);

const name = ['data', 'name'];
const reference = ['data', 'attributes', 'external_ref'];

/** What is left of text that was written as UTF-8 and read as Latin-1. */
const garbled = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Keys of one second share their secret. */
const secretOfTheSecond: Mutant = (next, contract) => {
  let last = { second: 0, secret: '' };
  return changeResponse('application-key', (json) => {
    const second = Math.floor(Date.now() / 1000);
    if (second !== last.second) last = { second, secret: String(at(json, 'data', 'client_secret')) };
    return withAt(json, ['data', 'client_secret'], last.secret);
  })(next, contract);
};

/** Faults in what a server says of what it created. */
export const strangersInReplies: readonly Variant[] = [
  wire(
    'must',
    'names of keys lose what is beyond ASCII',
    changeResponse('application-key', (json) =>
      withAt(json, name, String(at(json, ...name)).replace(/[^ -~]/g, '?')),
    ),
  ),
  wire(
    'must',
    'names of keys are trimmed',
    changeResponse('application-key', (json) => withAt(json, name, String(at(json, ...name)).trim())),
  ),
  wire(
    'must',
    'rate limits above 50 are shown as 50',
    changeResponse('application-key', (json) => {
      const limit = at(json, 'data', 'reserved_rate_limit');
      return typeof limit === 'number' && limit > 50
        ? withAt(json, ['data', 'reserved_rate_limit'], 50)
        : undefined;
    }),
  ),
  wire(
    'must',
    'external references are written as UTF-8 and read as Latin-1',
    changeResponse('subscription', (json) => {
      const text = at(json, ...reference);
      return typeof text === 'string' ? withAt(json, reference, garbled(text)) : undefined;
    }),
  ),
  wire('should', 'keys of one second share their secret', secretOfTheSecond),
  wire(
    'must',
    'of a subscription in another currency than USD, the status is spelled in capitals',
    changeResponse('subscription', (json) =>
      at(json, 'data', 'attributes', 'currency') === 'USD'
        ? undefined
        : withAt(json, ['data', 'attributes', 'meta', 'status'], 'ACTIVE'),
    ),
  ),
];
