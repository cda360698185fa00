import fc from 'fast-check';
import type { Contract } from '../../../src/contract/contract.ts';
import { at, type Json, withAt } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { idsAreVouched, specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { accepted, mustAccept } from '../../engine/acceptance.ts';
import { forAll, writingDraws } from '../../engine/fuzz.ts';
import { nonce, textOf } from '../../engine/nonce.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall, refuseWhere } from '../../mutants/request.ts';

const members = [
  'external_ref',
  'payment_authority.customer_id',
  'payment_authority.card_id',
  'payment_authority.name',
];

export default rule({
  clause: 'subscription-request-payment-authority-accepted',
  title: 'members of any allowed lengths are accepted together',
  needs: [
    'subscription/request-payment-authority-accepted',
    ...readable('subscription'),
    'subscription/payment_authority.name/minLength',
    ...members.map((member) => `subscription/${member}/maxLength`),
  ],
  check: async (probe) => {
    const { contract, target } = probe;
    const remedy = 'subscription: { payment: any }';
    probe.occasion(target.subscription.payment === 'any', 'made-up payments may be refused here', remedy);
    const control = specimen(contract, target, 'subscription', ['payment_authority']);
    await accepted(probe, 'subscription', control);
    const lengths = fc.tuple(...members.map((member) => fc.constantFrom(...edges(contract, member))));
    const claim = async (drawn: readonly number[]): Promise<void> => {
      const body = drawn.reduce<Json>(
        (filled, length, index) => withAt(filled, pathOf(members[index]), textOf(length)),
        control,
      );
      const answer = await submit(probe, 'subscription', body);
      probe.given(answer.reply.status !== 413, 'how large a request may be is not laid down');
      const what = `a request with ${members.join(', ')} of ${drawn.join(', ')} characters`;
      mustAccept(probe, answer, what, idsAreVouched(target));
    };
    await claim(members.map((member) => edges(contract, member)[1]));
    await forAll(probe, 'bounds-together', lengths, claim, writingDraws(probe));
  },
  mutants: [
    {
      name: 'two long members are too many',
      wire: refuseWhere('subscription', (json) => longMembers(json) > 1),
    },
    {
      name: 'two long members crash the server',
      wire: changeStatus('subscription', (status, call) =>
        status <= 299 && longMembers(jsonOfCall(call)) > 1 ? 500 : status,
      ),
    },
  ],
});

const pathOf = (member = ''): string[] => ['data', ...member.split('.')];

const longMembers = (json: unknown): number =>
  members.filter((member) => String(at(json, ...pathOf(member))).length > 1000).length;

/** The least and the greatest length of a member. Emptiness is left open, and the reference bears the nonce. */
function edges({ constraints }: Contract, member: string): [number, number] {
  const bound = (keyword: string) =>
    constraints.find(({ id }) => id === `subscription/${member}/${keyword}`)?.value;
  const least = member === 'external_ref' ? nonce.length : Number(bound('minLength') ?? 1);
  return [least, Number(bound('maxLength') ?? least)];
}
