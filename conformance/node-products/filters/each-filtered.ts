import { type ListStructure, listOf } from '../../../src/contract/list.ts';
import type { Broken, Claim } from '../../core/claim.ts';
import type { Answer } from '../../core/evidence.ts';
import { queryOf } from '../../interface/read-page.ts';

/** What is found wrong with a response; `undefined` where it is right. */
type Fault = Omit<Broken, 'shown'> | undefined;

/**
 * A claim about each response to a filtered call, served or not. It is reached where the target lists products at all:
 * one that rejects whatever it is asked has kept nothing.
 */
export const eachFiltered = (
  isMeant: (filter: string, answer: Answer, list: ListStructure) => boolean,
  faultIn: (filter: string, answer: Answer) => Fault,
): Claim => ({
  on: 'answers',
  open: () => {
    let isServed = false;
    let kept: Answer | undefined;
    return (answer, judge) => {
      isServed ||= (answer.page?.size ?? 0) > 0;
      const { filter } = queryOf(judge.contract, answer.call);
      if (filter !== undefined && isMeant(filter, answer, listOf(judge.contract))) {
        const fault = faultIn(filter, answer);
        if (fault) judge.claim(false, () => ({ ...fault, shown: [answer] }));
        else kept = answer;
      }
      const shown = kept;
      if (isServed && shown) judge.claim(true, () => ({ expected: '', saw: '', shown: [shown] }));
    };
  },
});
