import { attemptsAt } from '../../core/attempt.ts';
import { ruleOfEach } from '../../core/rule.ts';
import { bodyNeverAccepted } from '../../interface/creations/bodies.ts';
import { jsonOfCall, overlook, takeWhere, textOfBody } from '../../mutants/request.ts';
import { profiles } from '../../profiles/profiles.ts';

export default ruleOfEach((operation) => ({
  title: 'a request whose body does not begin with a JSON value is rejected',
  claims: [attemptsAt(`${operation}/request-body-json`, profiles[operation]), bodyNeverAccepted('not JSON')],
  mutants: [
    {
      name: 'a body that cannot be parsed is taken for an empty one',
      wire: takeWhere(operation, (call) => textOfBody(call) !== '' && jsonOfCall(call) === undefined),
    },
    {
      name: 'missing braces are added to a body',
      wire: overlook(operation, (call) =>
        jsonOfCall(call) === undefined ? { ...call, body: Buffer.from(closed(textOfBody(call))) } : call,
      ),
    },
  ],
}));

const closed = (text: string): string => {
  const open = text.split('{').length - text.split('}').length;
  return text + '}'.repeat(Math.max(0, open));
};
