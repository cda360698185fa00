import { observation } from '../../../core/rule.ts';
import { fullestNode } from '../../../interface/pages/listed-nodes.ts';

export default observation({
  asks: 'which status is a listing served with?',
  look: async (look) => `status ${(await fullestNode(look, 0)).answer.reply.status}`,
});
