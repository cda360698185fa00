import { at, type Json, type JsonObject } from '../wire/json.ts';
import { createBodyReader } from './body.ts';
import { problemAt } from './body-check.ts';
import type { Choices } from './choices.ts';
import type { Handler, Incoming, Setup } from './operation.ts';
import { type Problem, refuse } from './refusal.ts';
import { extraMembers, present, writeId, writeReply } from './resource.ts';
import { constantAt } from './schema.ts';
import { writeTimestamp } from './stamp.ts';
import { chosen } from './why.ts';

/** Creates an application key. */
export function createApplicationKey(setup: Setup): Handler {
  const { contract, choices, memory } = setup;
  const read = createBodyReader(setup, 'application-key', (json) => extraProblems(json, choices));
  return (incoming) => {
    if (incoming.problems.length > 0) return refuse(400, incoming.problems);
    const body = read(incoming);
    if ('refused' in body) return body.refused;
    if (choices['duplicate-name'] === 'refused') {
      const name = at(body.json, 'data', 'name');
      if (memory.keyNames.has(name)) {
        const why = chosen('duplicate-name');
        return refuse(409, [problemAt('/data/name', 'is the name of another key', why)]);
      }
      memory.keyNames.add(name);
    }
    const reply = keyReply(setup, incoming, body.json);
    return { status: 201, body: writeReply(reply, contract.operations['application-key'].response, choices) };
  };
}

function extraProblems(json: Json, choices: Choices): Problem[] {
  const problems: Problem[] = [];
  if (choices['key-empty-name'] === 'refused' && at(json, 'data', 'name') === '') {
    problems.push(problemAt('/data/name', 'is empty', chosen('key-empty-name')));
  }
  if (choices['rate-limit-zero'] === 'refused' && at(json, 'data', 'reserved_rate_limit') === 0) {
    problems.push(problemAt('/data/reserved_rate_limit', 'is nought', chosen('rate-limit-zero')));
  }
  return problems;
}

function keyReply({ contract, choices, source }: Setup, incoming: Incoming, json: Json): JsonObject {
  const { path, response } = contract.operations['application-key'];
  const id = writeId(source.uuid(), choices);
  const base = choices['self-base'] === 'own' ? incoming.base : 'https://keys.fernhollow.example';
  const links = { self: `${base}${path}/${id}` };
  const place = choices['self-link-place'];
  const now = writeTimestamp(source.now(), choices);
  const data = present({
    id,
    type: constantAt(response, ['data', 'type'], 'application_key'),
    name: at(json, 'data', 'name') as Json | undefined,
    client_id:
      choices['client-id'] === 'repeated' ? '1'.repeat(32) : clientId[choices['client-id-form']](source),
    client_secret: choices['client-secret'] === 'repeated' ? '5'.repeat(64) : source.hex(32),
    reserved_rate_limit:
      (at(json, 'data', 'reserved_rate_limit') as Json | undefined) ??
      unsentRateLimit[choices['unsent-rate-limit']],
    meta: { timestamps: { created_at: now, updated_at: now, last_used_at: now } },
    links: place === 'top' ? undefined : links,
    ...extraMembers(choices),
  });
  return present({ data, links: place === 'data' ? undefined : links, ...extraMembers(choices) });
}

const clientId = {
  hex: (source: Setup['source']) => source.hex(16),
  uuid: (source: Setup['source']) => source.uuid(),
};

const unsentRateLimit = { absent: undefined, null: null, number: 60 };
