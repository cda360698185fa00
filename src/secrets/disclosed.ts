import { isStatedSecret } from '../contract/secret-fields.ts';
import { isObject, type Json } from '../json/json.ts';

/** A redacted body in which fields are shown as they were sent that are secret, but no credentials. */
export function withDisclosed(redacted: Json, sent: Json | undefined): Json {
  if (!isObject(redacted) || !isObject(sent)) return redacted;
  return Object.fromEntries(
    Object.entries(redacted).map(([name, value]) => [
      name,
      isStatedSecret(name) ? (sent[name] ?? value) : withDisclosed(value, sent[name]),
    ]),
  );
}
