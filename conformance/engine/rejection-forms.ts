// How rejections look: one that looks like no other of a server is that of something in front of it.

import { type HttpResponse, header } from '../../src/http/exchange.ts';
import type { ReadExchange } from '../core/evidence.ts';
import { isRejected } from '../core/status.ts';
import type { ResponseForm } from '../core/verdict.ts';

export const formOf = ({ headers }: HttpResponse): ResponseForm => ({
  type: header(headers, 'content-type')?.split(';')[0] ?? 'no Content-Type',
  server: header(headers, 'server')?.slice(0, 40),
});

export const keyOfForm = ({ type, server = '' }: ResponseForm): string => `${type} ${server}`;

const fewestOfForm = 3;

export function countRejectionForms() {
  const counted = new Map<string, { readonly form: ResponseForm; count: number }>();
  return {
    take: ({ request, response }: ReadExchange): void => {
      if (request.isDue || !isRejected({ response })) return;
      const form = formOf(response);
      const known = counted.get(keyOfForm(form)) ?? { form, count: 0 };
      known.count += 1;
      counted.set(keyOfForm(form), known);
    },
    /** How most rejections of this server look; undefined if too few were seen. */
    usualForm: (): ResponseForm | undefined => {
      const [most] = [...counted.values()].toSorted((one, other) => other.count - one.count);
      return most && most.count >= fewestOfForm ? most.form : undefined;
    },
  };
}
