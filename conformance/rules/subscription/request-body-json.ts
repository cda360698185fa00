import { mustRefuseBrokenJson, toleratesBrokenJson } from '../../creation/not-json.ts';
import { rule } from '../../engine/rule.ts';

export default rule({
  clause: 'subscription-request-body-json',
  title: 'a subscription request that is not JSON is refused',
  check: (probe) => mustRefuseBrokenJson(probe, 'subscription'),
  mutants: toleratesBrokenJson('subscription', 'subscription'),
});
