import { at, withAt } from '../../../src/wire/json.ts';
import { bodies, replies } from '../../engine/evidence.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

export default rule({
  clause: 'key-name-echo',
  title: 'the name of a key comes back as sent',
  needs: ['application-key/response.data.name/required', 'application-key/response.data.name/type'],
  evidence: 'content',
  check: async (probe) => {
    for (const { answer, json } of bodies(await replies(probe, 'application-key'))) {
      const shown = at(json, 'data', 'name');
      if (typeof shown !== 'string') continue;
      const sent = at(jsonOfCall(answer.call), 'data', 'name');
      probe.must(shown === sent, `data.name is ${printValue(sent)}`, printValue(shown), answer);
    }
  },
  mutants: [
    { name: 'names come back trimmed', wire: renamed((name) => name.trim()) },
    { name: 'names lose what is beyond ASCII', wire: renamed((name) => name.replace(/[^ -~]/g, '?')) },
    { name: 'names come back in lower case', wire: renamed((name) => name.toLowerCase()) },
    { name: 'names are cut after 20 characters', wire: renamed((name) => name.slice(0, 20)) },
    { name: 'names come back as slugs', wire: renamed((name) => name.replaceAll(' ', '-')) },
  ],
});

function renamed(rename: (name: string) => string) {
  return changeReply('application-key', (json) =>
    withAt(json, ['data', 'name'], rename(String(at(json, 'data', 'name')))),
  );
}
