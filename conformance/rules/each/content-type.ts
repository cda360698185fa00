import { ruleOfEach } from '../../core/rule.ts';
import { saysJson } from '../../interface/reply-claims.ts';
import { changeHeader } from '../../mutants/reply.ts';

const others = ['text/plain; charset=utf-8', 'text/html', 'application/json-lines', 'json'];

export default ruleOfEach((operation) => ({
  title: 'the response to an accepted request has a JSON Content-Type',
  claims: [saysJson],
  mutants: others.map((type) => ({
    name: `responses have Content-Type ${type}`,
    wire: changeHeader(operation, 'content-type', type),
  })),
}));
