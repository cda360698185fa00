import { named } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { fullestNode } from '../../../interface/node-products/pages/listed-nodes.ts';

export default observation('listing-success', async (look) =>
  named('listing-success', (await fullestNode(look, 0)).answer.reply.status),
);
