import { attemptsAt } from '../../core/attempt.ts';
import { ruleOfEach } from '../../core/rule.ts';
import { isNullRequired } from '../../interface/creations/bodies.ts';
import { neverAccepted } from '../../interface/creations/never-accepted.ts';
import { takeNull } from '../../mutants/request.ts';
import { profiles } from '../../profiles/profiles.ts';

export default ruleOfEach((operation, { constraints }) => {
  const isInner = (path: readonly string[]): boolean => path.length > 2;
  const hasInner = constraints.some(
    ({ operation: id, side, keyword, paths: [path = []] }) =>
      id === operation && side === 'request' && keyword === 'required' && isInner(path),
  );
  return {
    title: 'null for a required field is rejected',
    claims: [
      attemptsAt(`${operation}/request-null-required`, profiles[operation]),
      neverAccepted(isNullRequired),
    ],
    mutants: [
      {
        name: 'null is accepted for a required field of data',
        wire: takeNull(operation, (path) => !isInner(path.split('.'))),
      },
      ...(hasInner
        ? [
            {
              name: 'null is accepted for a required field of an object in data',
              wire: takeNull(operation, (path) => isInner(path.split('.'))),
            },
          ]
        : []),
    ],
  };
});
