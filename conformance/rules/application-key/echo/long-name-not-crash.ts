import { at } from '../../../../src/json/json.ts';
import type { Answer } from '../../../core/evidence.ts';
import { rule } from '../../../core/rule.ts';
import { neverCrashes } from '../../../interface/claims.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall } from '../../../mutants/request.ts';

/** The length of the shortest column that servers keep names in. */
const column = 64;

/** Whether a key request is valid, its name plain and longer than that. */
function isLong({ request }: Answer): boolean {
  const name = at(request.json, 'data', 'name');
  return request.defects.length === 0 && typeof name === 'string' && isLongText(name);
}

const isLongText = (name: string): boolean => name.length > column && /^[ -~]*$/.test(name);

export default rule({
  title: 'a long `data.name` of a key does not cause a 5xx status',
  claims: [neverCrashes(isLong, `a key request with a \`data.name\` of more than ${column} characters`)],
  mutants: [
    {
      name: 'a name longer than its column crashes the server',
      wire: changeStatus('application-key', (status, call) =>
        isLongText(String(at(jsonOfCall(call), 'data', 'name'))) ? 500 : status,
      ),
    },
    {
      name: 'a name of 65 to 255 characters crashes the server, and a longer one is rejected',
      wire: changeStatus('application-key', (status, call) => {
        const name = String(at(jsonOfCall(call), 'data', 'name'));
        if (!isLongText(name)) return status;
        return name.length < 256 ? 500 : 422;
      }),
    },
  ],
});
