import { readBody } from '../../../src/wire/body.ts';
import { isAccepted } from '../../engine/acceptance.ts';
import { listingCall, readPage, wholePage } from '../../engine/listing.ts';
import { eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { everySeventh } from '../../mutants/counting.ts';
import { changeBody } from '../../mutants/reply.ts';

export default rule({
  clause: 'products-reply-json',
  title: 'the body of a served listing parses as JSON',
  check: (probe) =>
    eachNode(probe, async (node) => {
      const answer = await probe.send(listingCall(probe, node, { limit: wholePage, offset: 0 }));
      probe.given(isAccepted(answer), `the listing was answered ${answer.reply.status}`);
      const body = readBody(answer.reply.body);
      probe.must('json' in body, 'a JSON body', 'json' in body ? 'one' : body.unreadable, answer);
      readPage(probe, answer);
    }),
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

const isFirstPage = (target: string): boolean => target.endsWith('page%5Boffset%5D=0&page%5Blimit%5D=100');
