// Why assay itself sent no request, or gave up its response: a part of the exchange, as the words of a server are.

import type { Lost, OptionRemedy } from '../../src/http/exchange.ts';
import { counted } from '../../src/words.ts';

/** What is returned for a request that is not sent. */
export const unsent = (detail: string, remedy?: OptionRemedy): Lost => ({
  lost: 'unsent',
  detail,
  ...(remedy === undefined ? {} : { remedy }),
  ms: 0,
});

export const details = {
  bail: '--bail ended the run at the first broken rule',
  interrupt: 'the run was interrupted',
  budget: (seconds: number) => `the budget of ${seconds} s is spent`,
  silence: (count: number) => `the last ${count} requests of this kind got no response in time`,
  pause: (seconds: number) => `the target asked for a pause of ${seconds} s more`,
  writes: (count: number, does: 'create' | 'change or delete') =>
    `this run may send no more than ${counted(count, 'request')} that ${does} records`,
  excess: (what: string) => `the response contains ${what}`,
  memory: (bytes: number) =>
    `the responses of this run take more than ${Math.round(bytes / 2 ** 20)} MiB of memory`,
  notSent: (why: string) => `it was not sent: ${why}`,
  unknownValue: (name: string) => `nothing says which {${name}} there is`,
  /** Why a request that changes or deletes a record may not be sent. */
  notOwn: {
    method: (method: string) => `assay sends ${method} only to records that it created`,
    path: (path: string) => `this run created no record at ${path}`,
    unreadable: (path: string) =>
      `nothing reads the record at ${path}, so that it is not certain whose it is`,
    lost: (reading: string, detail: string) => `${reading} got no response: ${detail}`,
    missing: (reading: string, status: number) => `${reading} returns ${status}`,
    givenAgain: (path: string) => `the server may have given the id in ${path} to another record`,
    other: (reading: string) => `${reading} does not show what this run created there`,
  },
};
