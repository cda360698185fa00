import { mustRefuseBrokenJson, toleratesBrokenJson } from '../../creation/not-json.ts';
import { rule } from '../../engine/rule.ts';

export default rule({
  clause: 'key-request-body-json',
  title: 'a key request that is not JSON is refused',
  check: (probe) => mustRefuseBrokenJson(probe, 'application-key'),
  mutants: toleratesBrokenJson('application-key', 'key'),
});
