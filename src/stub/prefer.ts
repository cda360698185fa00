import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Call,
  header,
  isLost,
  type Lost,
  type Mutant,
  type Reply,
  type Transport,
} from '../wire/exchange.ts';
import type { Choices } from './choices.ts';
import { forceStatus, isFinalStatus } from './forced-status.ts';
import { withHeader } from './replies.ts';

/** The longest delay that is granted, in milliseconds. */
const longest = 60_000;

/** What a request would rather have (RFC 7240), as far as the stub can grant it. */
type Preferences = { readonly code?: number; readonly delay?: number };

/**
 * Grants `Prefer: code=503` and `Prefer: delay=200`. What cannot be granted is passed over, as the RFC has it;
 * `Preference-Applied` tells what was granted.
 */
export const grantPreferences =
  (choices: Choices): Mutant =>
  (next) =>
  (call) =>
    header(call.headers, 'prefer') === undefined ? next(call) : grant(call, next, choices);

async function grant(call: Call, next: Transport, choices: Choices): Promise<Reply | Lost> {
  const preferences = readPreferences(call);
  const { code, delay } = preferences;
  if (delay !== undefined) await sleep(delay);
  const reply = await (code === undefined ? next : forceStatus(code, choices)(next))(call);
  if (isLost(reply)) return reply;
  const applied = Object.entries(preferences).map(([name, value]) => `${name}=${value}`);
  return applied.length > 0 ? withHeader(reply, 'preference-applied', applied.join(', ')) : reply;
}

function readPreferences({ headers }: Call): Preferences {
  const lines = headers.filter(([name]) => name.toLowerCase() === 'prefer').map(([, value]) => value);
  const given = (name: string): number | undefined => {
    const text = new RegExp(`(?:^|,)\\s*${name}\\s*=\\s*"?(\\d{1,9})"?\\s*(?:[,;]|$)`, 'i').exec(
      lines.join(','),
    );
    return text ? Number(text[1]) : undefined;
  };
  const code = given('code');
  const delay = given('delay');
  return {
    ...(code !== undefined && isFinalStatus(code) ? { code } : {}),
    ...(delay !== undefined && delay <= longest ? { delay } : {}),
  };
}
