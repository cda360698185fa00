import { header } from '../../src/wire/exchange.ts';
import type { Answer, Probe } from './probe.ts';

/** Claims that a reply calls itself `application/json`, or something that ends in `+json`; parameters apart. */
export function mustBeJsonType(probe: Probe, answer: Answer): void {
  const type = header(answer.reply.headers, 'content-type');
  const essence = type?.split(';')[0]?.trim().toLowerCase() ?? '';
  const json = essence === 'application/json' || /^[^/]+\/[^/]+\+json$/.test(essence);
  probe.must(json, 'Content-Type application/json or one ending in +json', type ?? 'none', answer);
}
