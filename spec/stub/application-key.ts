import type { Operation } from '../../src/contract/operations.ts';
import { at, type Json, type JsonObject, type Path, pointerTo } from '../../src/json/json.ts';
import type { Choices } from '../../src/stub/choices.ts';
import type { Handler, Incoming, Setup, StubOperation } from '../../src/stub/operation.ts';
import { createBodyReader } from '../../src/stub/request-bodies.ts';
import { extraFields, writeId, writeText, writeTimestamp } from '../../src/stub/response-fields.ts';
import { type Problem, reject } from '../../src/stub/responses.ts';
import { countCreated, createSeenValues, problemFor } from './creations.ts';
import { chosenFrom, constantAt, enveloped, withoutUndefined } from './shown-fields.ts';

export const operation: StubOperation = { createHandler: createKeyHandler };

function createKeyHandler(setup: Setup, operation: Operation): Handler {
  const { choices, memory } = setup;
  const { sentIn } = operation;
  const names = memory.kept('names of keys', createSeenValues);
  const read = createBodyReader(setup, operation, {
    check: (json) => extraProblems(json, sentIn, choices),
  });
  return (incoming) => {
    if (incoming.problems.length > 0) return reject(400, incoming.problems);
    const body = read(incoming);
    if ('rejected' in body) return body.rejected;
    if (choices['duplicate-name'] === 'rejected') {
      const name = at(body.json, ...sentIn, 'name');
      if (names.has(name)) {
        return reject(409, [
          problemFor(pointerTo([...sentIn, 'name']), 'is the name of another key', 'duplicate-name'),
        ]);
      }
      names.add(name);
    }
    const full = countCreated(setup, operation);
    if (full) return full;
    const shown = keyResponse(setup, operation, incoming, body.json);
    return { status: 201, body: Buffer.from(JSON.stringify(shown)) };
  };
}

function extraProblems(json: Json, sentIn: Path, choices: Choices): Problem[] {
  const [namePlace, limitPlace] = [
    [...sentIn, 'name'],
    [...sentIn, 'reserved_rate_limit'],
  ];
  const name = at(json, ...namePlace);
  const limit = Number(at(json, ...limitPlace) ?? 1);
  const longest = choices['key-name-longest'];
  const problems: Problem[] = [];
  if (typeof longest === 'number' && String(name).length > longest)
    problems.push(problemFor(pointerTo(namePlace), `is longer than ${longest}`, 'key-name-longest'));
  if (choices['rate-limit-zero'] === 'rejected' && limit === 0)
    problems.push(problemFor(pointerTo(limitPlace), 'is zero', 'rate-limit-zero'));
  if (choices['rate-limit-large'] === 'rejected' && limit > largestLimit)
    problems.push(problemFor(pointerTo(limitPlace), 'is too large', 'rate-limit-large'));
  return problems;
}

const largestLimit = 10_000;

function keyResponse(
  { choices, source }: Setup,
  { path, response, record, sentIn }: Operation,
  incoming: Incoming,
  json: Json,
): JsonObject {
  const id = writeId(source.uuid(), choices);
  const links = { self: `${incoming.base()}${path}/${id}` };
  const place = choices['self-link-place'];
  const limit = at(json, ...sentIn, 'reserved_rate_limit');
  const now = writeTimestamp(source.now(), choices);
  const key = withoutUndefined({
    id,
    type: constantAt(response, [...record, 'type'], 'application_key'),
    name: writeText(at(json, ...sentIn, 'name') as Json | undefined, choices),
    client_id: source.hex(16),
    client_secret: source.hex(32),
    reserved_rate_limit:
      typeof limit === 'number'
        ? Math.trunc(limit)
        : chosenFrom(choices, 'unsent-rate-limit', unsentRateLimit),
    meta: { timestamps: { created_at: now, updated_at: now, last_used_at: now } },
    links: place === 'top' ? undefined : links,
    ...extraFields(choices),
  });
  const others = withoutUndefined({ links: place === 'data' ? undefined : links, ...extraFields(choices) });
  return enveloped(record, key, others);
}

const unsentRateLimit = { absent: undefined, null: null, number: 60 };
