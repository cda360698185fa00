import { Fault } from '../fault.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../wire/json.ts';
import type { Clause, Constraint, MemberPath, OperationId } from './contract.ts';
import { checkKeywords, constraintKeywords } from './keywords.ts';
import { pointerTo, stepsOf } from './pointer.ts';
import { resolveReference } from './references.ts';
import type { Placed } from './sites.ts';
import type { Where } from './yaml-file.ts';

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
  readonly #where: Where;

  constructor(document: JsonObject, clauses: ReadonlyMap<string, Clause>, where: Where) {
    this.#document = document;
    this.#clauses = clauses;
    this.#where = where;
  }

  get all(): Constraint[] {
    return [...this.#found.values()];
  }

  /** Takes up every constraint of a schema and of what lies below it. */
  walk(schema: Json | undefined, place: Place): void {
    if (!isObject(schema)) return;
    const steps = stepsOf(place.pointer);
    checkKeywords(schema, steps, this.#where);
    if (typeof schema.$ref === 'string') {
      this.#follow(schema.$ref, place);
      return;
    }
    for (const keyword of constraintKeywords) {
      if (Object.hasOwn(schema, keyword)) {
        const clause = this.clauseOf({ found: schema, path: steps }, keyword);
        this.#add(place, `${nameOf(place)}/${keyword}`, keyword, schema[keyword] as Json, clause);
      }
    }
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const name of required) this.#require(schema, place, String(name));
    for (const [name, inner] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      this.walk(inner, below(place, name, ['properties', name], !required.includes(name)));
    }
    this.walk(schema.items, below(place, '[]', ['items'], false));
    this.walk(schema.additionalProperties, below(place, '{}', ['additionalProperties'], true));
  }

  /** The clause that an x-clause maps a keyword to; for `required` in a schema, that of one member. */
  clauseOf({ found, path }: Placed, keyword: string, member?: string): Clause {
    const steps: Path = member === undefined ? [keyword] : [keyword, member];
    const id = at(found, 'x-clause', ...steps);
    const what = steps.join(' ');
    if (typeof id !== 'string') {
      throw new Fault(
        `${this.#where([...path, keyword])}: "${what}" has no clause; name one under x-clause beside it, in the same file.`,
      );
    }
    const clause = this.#clauses.get(id);
    if (!clause) {
      throw new Fault(
        `${this.#where([...path, 'x-clause', ...steps])}: "${what}" is mapped to "${id}", which clauses.yaml does not have; correct the id, or add the clause there.`,
      );
    }
    return clause;
  }

  #follow(reference: string, place: Place): void {
    const target = resolveReference(this.#document, reference);
    const root = target['x-member'];
    const member = typeof root === 'string' ? { member: root === 'request' ? [] : [root] } : {};
    this.walk(target, { ...place, pointer: reference.slice(1), ...member });
  }

  #require(schema: JsonObject, place: Place, name: string): void {
    const inner = below(place, name, [], false);
    const clause = this.clauseOf({ found: schema, path: stepsOf(place.pointer) }, 'required', name);
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
}

function below(place: Place, step: string, pointer: readonly string[], optional: boolean): Place {
  return {
    ...place,
    path: [...place.path, step],
    member: [...place.member, step === '[]' || step === '{}' ? 'each' : step],
    pointer: place.pointer + pointerTo(pointer),
    optional,
  };
}

/** In a request, everything but `data` itself is named from `data` on. */
function nameOf(place: Place): string {
  const member =
    place.side === 'request' && place.member[0] === 'data' ? place.member.slice(1) : place.member;
  return member.join('.') || place.path.join('.') || 'body';
}
