import { readBody } from '../../../src/wire/body.ts';
import { isAccepted } from '../../engine/acceptance.ts';
import { anyNode, eachNode } from '../../engine/nodes.ts';
import type { Answer, Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import { listingCall, readPage, wholePage } from '../../listing/listing.ts';
import { everySeventh } from '../../mutants/counting.ts';
import { changeBody } from '../../mutants/reply.ts';

const whole = { limit: wholePage, offset: 0 };

export default rule({
  clause: 'products-reply-json',
  title: 'the body of a served listing parses as JSON',
  check: async (probe) => {
    await eachNode(probe, async (node) =>
      mustBeJson(probe, await probe.send(listingCall(probe, node, whole))),
    );
    await anyNode(probe, async (node) => {
      for (const query of [
        { limit: 7, offset: 0 },
        { ...whole, filter: 'eq(name,assay-no-such-name)' },
      ]) {
        mustBeJson(probe, await probe.send(listingCall(probe, node, query)));
      }
    });
  },
  mutants: [
    {
      name: 'listings break off before the end',
      wire: changeBody('node-products', (text) => text.slice(0, -1)),
    },
    {
      name: 'every seventh first page breaks off before the end',
      wire: everySeventh(
        ({ target }) => isFirstPage(target),
        changeBody('node-products', (text) => text.slice(0, -20)),
      ),
    },
    {
      name: 'listings come as single-quoted text',
      wire: changeBody('node-products', (text) => text.replaceAll('"', "'")),
    },
  ],
});

function mustBeJson(probe: Probe, answer: Answer): void {
  probe.given(isAccepted(answer), `the listing was answered ${answer.reply.status}`);
  const body = readBody(answer.reply.body);
  probe.must('json' in body, 'a JSON body', 'json' in body ? 'one' : body.unreadable, answer);
  readPage(probe, answer);
}

const isFirstPage = (target: string): boolean => target.endsWith('page%5Boffset%5D=0&page%5Blimit%5D=100');
