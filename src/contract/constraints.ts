import { Fault } from '../fault.ts';
import { at, isObject, type Json, type JsonObject } from '../wire/json.ts';
import type { Clause, Constraint, MemberPath, OperationId } from './contract.ts';
import { escapePointer } from './validate.ts';

/** The keywords that constrain a value; everything else in a schema only describes or leads further in. */
export const constraintKeywords = [
  'type', 'format', 'enum', 'const', 'minLength', 'maxLength', 'pattern',
  'minimum', 'maximum', 'minItems', 'maxItems',
] as const; // biome-ignore format: one glance

type Place = {
  readonly operation: OperationId;
  readonly side: Constraint['side'];
  readonly path: MemberPath;
  /** Name of the member in rule ids, counted from the nearest schema that has an `x-member`. */
  readonly member: readonly string[];
  readonly pointer: string;
  readonly optional: boolean;
};

/** Collects constraints; one schema reached by two roads gives one constraint with two paths. */
export class ConstraintList {
  readonly #found = new Map<string, Constraint>();
  readonly #document: JsonObject;
  readonly #clauses: ReadonlyMap<string, Clause>;

  constructor(document: JsonObject, clauses: ReadonlyMap<string, Clause>) {
    this.#document = document;
    this.#clauses = clauses;
  }

  get all(): Constraint[] {
    return [...this.#found.values()];
  }

  /** Takes up every constraint of a schema and of what lies below it. */
  walk(schema: Json | undefined, place: Place): void {
    if (!isObject(schema)) return;
    if (typeof schema.$ref === 'string') {
      this.#follow(schema.$ref, place);
      return;
    }
    for (const keyword of constraintKeywords) {
      if (Object.hasOwn(schema, keyword)) {
        const clause = this.#clause(schema, place, keyword);
        this.#add(place, `${nameOf(place)}/${keyword}`, keyword, schema[keyword] as Json, clause);
      }
    }
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const name of required) this.#require(schema, place, String(name));
    for (const [name, inner] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      this.walk(inner, below(place, name, ['properties', name], !required.includes(name)));
    }
    this.walk(schema.items, below(place, '[]', ['items'], false));
    this.walk(schema.additionalProperties, below(place, '{}', ['additionalProperties'], false));
  }

  #follow(reference: string, place: Place): void {
    const target = resolveReference(this.#document, reference);
    const root = target['x-member'];
    const member = typeof root === 'string' ? { member: root === 'request' ? [] : [root] } : {};
    this.walk(target, { ...place, pointer: reference.slice(1), ...member });
  }

  #require(schema: JsonObject, place: Place, name: string): void {
    const inner = below(place, name, [], false);
    const clause = this.#clause(schema, place, 'required', name);
    this.#add({ ...inner, pointer: place.pointer }, `${nameOf(inner)}/required`, 'required', name, clause);
  }

  #add(place: Place, id: string, keyword: string, value: Json, clause: Clause): void {
    const { operation, side, path, pointer, optional } = place;
    const key = `${operation} ${side} ${pointer} ${keyword} ${keyword === 'required' ? String(value) : ''}`;
    const known = this.#found.get(key);
    const paths = [...(known?.paths ?? []), path];
    this.#found.set(key, {
      id: `${operation}/${id}`, operation, side, paths, keyword, value, optional, clause, pointer,
    }); // biome-ignore format: one glance
  }

  #clause(schema: JsonObject, place: Place, keyword: string, member?: string): Clause {
    const id = at(schema, 'x-clause', keyword, ...(member === undefined ? [] : [member]));
    const what = member === undefined ? keyword : `${keyword} ${member}`;
    if (typeof id !== 'string') {
      throw new Fault(`openapi.yaml, ${place.pointer}: "${what}" has no clause; name one under x-clause.`);
    }
    const clause = this.#clauses.get(id);
    if (!clause) {
      throw new Fault(
        `openapi.yaml, ${place.pointer}: x-clause maps "${what}" to "${id}", which clauses.yaml does not have; add it there or correct the id.`,
      );
    }
    return clause;
  }
}

/** The schema, response or parameter that a local reference leads to. */
export function resolveReference(document: JsonObject, reference: string): JsonObject {
  const steps = reference.split('/').slice(1);
  const target = at(document, ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')));
  if (!reference.startsWith('#/') || !isObject(target)) {
    throw new Fault(
      `openapi.yaml: $ref "${reference}" leads nowhere; point it at something under #/components.`,
    );
  }
  return target;
}

function below(place: Place, step: string, pointer: readonly string[], optional: boolean): Place {
  return {
    ...place,
    path: [...place.path, step],
    member: [...place.member, step === '[]' || step === '{}' ? 'each' : step],
    pointer: [place.pointer, ...pointer.map(escapePointer)].join('/'),
    optional,
  };
}

/** In a request, everything but `data` itself is named from `data` on. */
function nameOf(place: Place): string {
  const member =
    place.side === 'request' && place.member[0] === 'data' ? place.member.slice(1) : place.member;
  return member.join('.') || place.path.join('.') || 'body';
}
