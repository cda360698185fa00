// What a contract states of the headers of responses, beside those in which a listing has its links and totals.

import { operationIn } from '../../../src/contract/operations.ts';
import { isPermittedText, plainHeaders, wrongText } from '../../../src/contract/response-headers.ts';
import { nameOfStatus } from '../../../src/contract/statuses.ts';
import { header } from '../../../src/http/exchange.ts';
import { printValue } from '../../../src/print.ts';
import type { Claim } from '../../core/claim.ts';
import { eachAccepted } from '../../core/claims.ts';
import { rules } from '../../core/rule.ts';
import { changeHeader } from '../../mutants/edits.ts';

const hasHeaders: Claim = eachAccepted((exchange, judge) => {
  const { operation: id, response } = exchange;
  const operation = operationIn(judge.contract, id);
  const status = nameOfStatus(judge.contract, operation, response.status);
  if (status === undefined || status === 'default') return;
  for (const stated of plainHeaders(judge.contract, operation, status)) {
    const text = header(response.headers, stated.name);
    if (text === undefined && !stated.isRequired) continue;
    judge.claim(text !== undefined && isPermittedText(text, stated), () => ({
      expected:
        text === undefined
          ? `the header ${stated.name}`
          : `a value of the header ${stated.name} that its schema permits`,
      saw: text === undefined ? 'none' : printValue(text),
      shown: [exchange],
    }));
  }
});

export default rules('all', ['fields'], {
  headers: (operation, contract) => ({
    title: 'a response has the headers that the contract requires, with values that it permits',
    claims: [hasHeaders],
    mutants: Object.fromEntries(
      plainHeaders(contract, operationIn(contract, operation)).flatMap((stated) => {
        const { name, isRequired } = stated;
        const wrong = wrongText(stated);
        return [
          ...(isRequired ? [[`${name} is left out`, changeHeader(operation, name, null)] as const] : []),
          ...(wrong === undefined
            ? []
            : [[`${name} is ${wrong}`, changeHeader(operation, name, wrong)] as const]),
        ];
      }),
    ),
  }),
});
