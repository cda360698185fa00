import { mustBeJsonType } from '../../engine/media-type.ts';
import { eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { list, wholePage } from '../../listing/listing.ts';
import { changeHeader } from '../../mutants/reply.ts';

export default rule({
  clause: 'products-content-type',
  title: 'a listing has a JSON Content-Type',
  check: (probe) =>
    eachNode(probe, async (node) => {
      const { answer } = await list(probe, node, { limit: wholePage, offset: 0 });
      mustBeJsonType(probe, answer);
    }),
  mutants: [
    {
      name: 'listings are called text/html',
      wire: changeHeader('node-products', 'content-type', 'text/html'),
    },
  ],
});
