import { observation } from '../../engine/rule.ts';
import { fullestNode } from '../../listing/listed-nodes.ts';

export default observation({
  clause: 'products-success-status',
  asks: 'which status is a listing served with?',
  look: async (look) => `status ${(await fullestNode(look, 0)).page.answer.reply.status}`,
});
