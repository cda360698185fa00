import { at, withAt } from '../../../src/json/json.ts';
import { overlookInBody } from '../../mutants/request.ts';

/** Servers that read a short currency generously, as `read` says. */
export const readCurrency = (read: (currency: string) => string) =>
  overlookInBody('subscription', (json) => {
    const currency = at(json, 'data', 'currency');
    if (typeof currency !== 'string' || currency.length > 10) return undefined;
    return withAt(json, ['data', 'currency'], read(currency));
  });
