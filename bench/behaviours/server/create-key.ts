import { randomUUID } from 'node:crypto';
import { answer, dataOf, type Members, rejected } from './answers.ts';
import type { Answer, KeyRequest, Received, Ways } from './ways.ts';

/** The operation of section 4.1. */
export function keyCreation(ways: Ways): (request: Received, origin: string) => Answer {
  const { token, stranger, read, reject, keptRateLimit, keptName } = ways.keys ?? {};
  const earlier: KeyRequest[] = [];
  return ({ authorization, text }, origin) => {
    if (!/^Bearer \S/.test(authorization)) return stranger ?? rejected(401, 'no token');
    if (token !== undefined && authorization !== `Bearer ${token}`) return rejected(403, 'token');
    const data = dataOf(read?.(text) ?? text);
    if (!data || !isKeyRequest(data)) return rejected(ways.rejection ?? 422, 'input');
    const status = reject?.(data, earlier);
    if (status !== undefined) return rejected(status, 'rejected');
    earlier.push(data);
    const [sent, id, now] = [data.reserved_rate_limit ?? undefined, randomUUID(), new Date().toISOString()];
    const limit = sent === undefined ? {} : { reserved_rate_limit: keptRateLimit?.(sent) ?? sent };
    return answer(201, {
      data: {
        id,
        type: 'application_key',
        name: keptName?.(data.name) ?? data.name,
        client_id: randomUUID(),
        client_secret: randomUUID(),
        ...limit,
        meta: { timestamps: { created_at: now, updated_at: now, last_used_at: now } },
        links: { self: `${origin}/v2/application-keys/${id}` },
      },
    });
  };
}

const longestName = 255;

function isKeyRequest(data: Members): data is KeyRequest {
  const { type, name, reserved_rate_limit: limit } = data;
  return (
    type === 'application_key' &&
    typeof name === 'string' &&
    name.length <= longestName &&
    (limit === undefined || limit === null || Number.isInteger(limit))
  );
}
