import { isObject } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { fullestNode } from '../../../interface/node-products/pages/listed-nodes.ts';

export default observation('top-level-links', async (look) =>
  isObject((await fullestNode(look, 1)).json.links) ? 'shown' : 'absent',
);
