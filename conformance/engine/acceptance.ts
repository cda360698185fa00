import { createHash } from 'node:crypto';
import type { Json } from '../../src/wire/json.ts';
import type { WritingOperation } from '../creation/specimen.ts';
import { creation, submit } from '../creation/submit.ts';
import { withNonce } from './nonce.ts';
import type { Answer, Look, Probe } from './probe.ts';

/** Accepted is 2xx, refused is 4xx, and nothing else is either (READINGS, levels). */
export const isAccepted = ({ reply }: Answer): boolean => reply.status >= 200 && reply.status <= 299;
/** See {@link isAccepted}. */
export const isRefused = ({ reply }: Answer): boolean => reply.status >= 400 && reply.status <= 499;

/** Statuses that speak of credentials, money, ids or duplicates: the operator's affair, not the contract's. */
const operatorsAffair = [401, 402, 403, 404, 409];

/** Claims that valid input is accepted. What the operator has to settle first is no fault of the target. */
export function mustAccept(probe: Probe, answer: Answer, what: string, vouched = true): void {
  const { status } = answer.reply;
  probe.given(!operatorsAffair.includes(status), `${what} was answered ${status}`, remedyFor(answer));
  probe.given(
    vouched || !isRefused(answer),
    `${what} was answered ${status}, and nobody vouched for its values`,
    subscriptionLine,
  );
  probe.must(isAccepted(answer), `${what} is accepted (2xx)`, `status ${status}`, answer);
}

/** Which line of the target file would settle what the operator has to settle. */
function remedyFor({ call, reply }: Answer): string | undefined {
  if (reply.status === 401 || reply.status === 403) return 'token: a bearer token that your server takes';
  if (call.method === 'GET') return 'nodes: [{ hierarchy: …, node: … }]';
  return call.target.includes('subscriptions') ? subscriptionLine : undefined;
}

const subscriptionLine = 'subscription: { account_id, offering_id, plan_id, payment }';

/** A defect, and the accepted request it differs from in exactly one edit. */
export type Defect = { readonly control: Json; readonly body: Json; readonly what: string };

/** Claims that a defective body is refused, after the same body without the defect was accepted. */
export async function mustRefuse(probe: Probe, operation: WritingOperation, defect: Defect): Promise<void> {
  const control = await accepted(probe, operation, defect.control);
  const answer = await submit(probe, operation, defect.body);
  if (operatorsAffair.includes(answer.reply.status)) await mustStillAccept(probe, operation, defect, answer);
  refusalOf(probe, answer, defect.what, control);
}

/**
 * A refusal that could as well be about money, credentials, ids or a duplicate says something about the defect only
 * if the same request without it is still accepted, and was not refused for repeating another.
 */
async function mustStillAccept(
  probe: Probe,
  operation: WritingOperation,
  defect: Defect,
  answer: Answer,
): Promise<void> {
  const { status } = answer.reply;
  probe.given(status !== 409, `${defect.what} was answered 409, which may be about a duplicate`);
  const again = createHash('sha256')
    .update(probe.nonce + defect.what)
    .digest('hex');
  const control = await probe.sendAfresh(creation(probe, operation, withNonce(defect.control, again)));
  const why = `${defect.what} was answered ${status}, and so was the request without the defect after it`;
  probe.given(isAccepted(control), why, remedyFor(control));
}

/** Claims that an answer refuses. A crash proves nothing about a `must`: the rule on crashes sees it. */
export function refusalOf(probe: Probe, answer: Answer, what: string, control: Answer): void {
  const { status } = answer.reply;
  probe.given(status < 500, `${what} was answered ${status}: neither refused nor accepted`);
  probe.must(isRefused(answer), `${what} is refused (4xx)`, `status ${status}`, answer, control);
}

/** The control of a refusal: the request without the defect, which has to be accepted. */
export async function accepted(look: Look, operation: WritingOperation, body: Json): Promise<Answer> {
  const control = await submit(look, operation, body);
  look.given(
    isAccepted(control),
    `the request without the defect was answered ${control.reply.status}, so a refusal would prove nothing`,
    remedyFor(control),
  );
  return control;
}
