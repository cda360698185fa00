// The clause of each constraint: that which `x-clause` names, or one that is made from its place.

import { UserError } from '../errors.ts';
import { formats, isFormat, isJudged } from '../json/formats.ts';
import {
  at,
  isAtOrIn,
  type Json,
  type JsonObject,
  objectIn,
  type Path,
  pointerTo,
  stepsOf,
} from '../json/json.ts';
import { nearest } from '../words.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { wordsOfConstraint } from './constraint-words.ts';
import type { Clause, Constraint, FieldPath, Level } from './contract.ts';
import { hasUnconverted, levelInShipped, levelOfKeyword, levelPlaces, statedLevel } from './levels.ts';
import { type DocumentPart, inline } from './openapi.ts';
import { type Operation, type OperationId, operationIn } from './operations.ts';
import type { Trail } from './schema-depth.ts';
import { allows } from './schema-values.ts';

/** How a document is read. */
export type Sources = {
  readonly where: Where;
  /** The same from the folder of the contract, as clauses and reports name it. */
  readonly source?: Where;
  /**
   * What a constraint is for which `clauses.yaml` has no clause: a mistake, in a contract whose clauses are complete; what an
   * Overlay or a mutant added to such a contract; or one whose clause is derived, as are those of the kinds of operations.
   */
  readonly unwritten: 'is a mistake' | 'was added' | 'is derived';
  /** Whether a schema may allow no value, as that of a mutant may. */
  readonly mayBeEmpty?: true;
  /** Clauses that an Overlay removed, although the document still names them. */
  readonly lost?: readonly string[];
};

/** A place in the schemas of an operation. */
export type SchemaPlace = {
  readonly operation: OperationId;
  readonly side: Constraint['side'];
  readonly path: FieldPath;
  /** The name in rule ids, relative to the nearest schema with an `x-field`. */
  readonly field: readonly string[];
  readonly pointer: string;
  /** The parameter that has the schema. */
  readonly parameter?: DocumentPart;
  readonly optional: boolean;
  readonly isOption: boolean;
  /** Whether it is a part of an allOf: what a part forbids, another may have to add. */
  readonly isPart?: boolean;
  /** How many levels below are read. */
  readonly levels: number;
  /** The references on the way here, and whether one of them was followed twice: then a schema contains itself. */
  readonly trail: Trail;
  readonly isInner: boolean;
};

export type StatedConstraint = Pick<Constraint, 'keyword' | 'value' | 'written' | 'clause'>;

function whyUnjudged(format: string): string {
  if (isFormat(format)) return 'every value has this format';
  const [similar] = nearest(format, Object.keys(formats), 1);
  const hint = similar === undefined ? '' : `; did you mean "${similar}"?`;
  return `assay does not know this format${hint}`;
}

/** Names of clauses of a body as a whole, which fields called `body` and `null` would have. */
const namesOfBody = /\/request-(body|null)-required$/;

/** Finds or makes the clauses of a document. */
export function createClauseList(
  document: JsonObject,
  written: ReadonlyMap<string, Clause>,
  { where, source = where, unwritten, lost = [] }: Sources,
  operations: Readonly<Record<OperationId, Operation>>,
) {
  const isOfDerived = unwritten === 'is derived';
  /** The lines of keywords, by the pointers of their schemas, which operations share. */
  const sources = new Map<string, Map<string, string>>();
  const repeated = new Map<string, Clause>();
  /** Clauses of no constraint. */
  const others = new Set<string>();
  const placesOfLevel = (id: OperationId) => levelPlaces(document, operationIn({ operations }, id));

  /** Clauses of a resource, repeated for each operation that returns it, and those that were made. */
  function repeatedFor(constraints: readonly Constraint[]): ReadonlyMap<string, Clause> {
    if (!isOfDerived) return repeated;
    // A schema that is in several places has the clauses of one of them.
    const used = new Set(
      constraints.flatMap(({ clause, converted }) => [clause.id, converted?.id ?? clause.id]),
    );
    return new Map([...repeated].filter(([id]) => used.has(id) || others.has(id)));
  }

  /** A parameter that each request must have. */
  function parameterRequired(operation: OperationId, { found, path }: DocumentPart): void {
    const id = clauseOfRequired(operation, String(found.name));
    others.add(id);
    repeat({
      id,
      at: [source([...path, 'required'])],
      level: statedLevel([[found, path], ...placesOfLevel(operation)], 'required', where) ?? 'must',
      text: `The parameter \`${found.name}\` is required.`,
      derived: true,
    });
  }

  /** Frameworks read an empty body as one without fields, which the schema may allow. */
  function bodyRequired(operation: OperationId, schema: Json): void {
    const id = `${operation}/request-body-required`;
    const { place } = operationIn({ operations }, operation);
    others.add(id);
    repeat({
      id,
      at: [source([...place, 'requestBody', 'required'])],
      level:
        statedLevel(placesOfLevel(operation), 'request-body-required', where) ??
        (allows(inline(document, schema), {}) ? 'should' : 'must'),
      text: 'A request with an empty body is rejected.',
      derived: true,
    });
  }

  /** The clause that `x-clause` names; for `required` in a schema, that of one field. */
  function clauseOf({ found, path }: DocumentPart, keyword: string, field?: string): Clause {
    const steps: Path = field === undefined ? [keyword] : [keyword, field];
    const id = at(found, 'x-clause', ...steps);
    const what = steps.join(' ');
    if (typeof id !== 'string') {
      throw new UserError(
        `${where([...path, keyword])}: "${what}" has no clause; name one under x-clause beside it, in the same file.`,
      );
    }
    const clause = written.get(id);
    if (!clause) {
      throw new UserError(
        `${where([...path, 'x-clause', ...steps])}: "${what}" is mapped to "${id}", which clauses.yaml does not have; correct the id, or add the clause there.`,
      );
    }
    return clause;
  }

  /** The clause of a keyword, with the id of the operation that returns the resource. */
  function clauseAt(schema: JsonObject, position: SchemaPlace, keyword: string, field?: string): Clause {
    const { operation, side, pointer } = position;
    const steps: Path = field === undefined ? [keyword] : [keyword, field];
    const named = at(schema, 'x-clause', ...steps);
    if (unwritten !== 'is a mistake' && (named === undefined || lost.includes(String(named))))
      return derived(schema, position, keyword, field);
    const clause = clauseOf({ found: schema, path: stepsOf(pointer) }, keyword, field);
    const [home = '', name] = clause.id.split('/');
    if (side !== 'response' || home === operation || operations[home] === undefined) return clause;
    const id = `${operation}/${name}`;
    return written.get(id) ?? repeat({ ...clause, id });
  }

  /** Two fields whose names differ only in signs, or a field called `body`, get numbers. */
  function made(clause: Clause): Clause {
    const isTaken = (id: string): boolean => {
      const known = repeated.get(id);
      return namesOfBody.test(id) || (known !== undefined && known.text !== clause.text);
    };
    let { id } = clause;
    for (let number = 2; isTaken(id); number += 1) id = `${clause.id}-${number}`;
    return repeat(id === clause.id ? clause : { ...clause, id });
  }

  function repeat(clause: Clause): Clause {
    const known = repeated.get(clause.id) ?? clause;
    repeated.set(clause.id, known);
    return known;
  }

  function sourceOf(pointer: string, keyword: string): string {
    const lines = sources.get(pointer) ?? new Map<string, string>();
    sources.set(pointer, lines);
    const line = lines.get(keyword) ?? source([...stepsOf(pointer), keyword]);
    lines.set(keyword, line);
    return line;
  }

  /** The level that a schema states of a keyword, or its parameter or its operation of all that is in it. */
  function levelIn(
    schema: JsonObject,
    { operation, pointer, parameter }: SchemaPlace,
    keyword: string,
  ): Level | undefined {
    const places = [
      ...(schema['x-level'] === undefined ? [] : [[schema, stepsOf(pointer)] as const]),
      ...(parameter ? [[parameter.found, parameter.path] as const] : []),
      ...placesOfLevel(operation),
    ];
    return statedLevel(places, keyword, where);
  }

  /** Makes a clause from the place of a constraint. */
  function derived(
    schema: JsonObject,
    position: SchemaPlace,
    keyword: string,
    field?: string,
    placedAt: string = keyword,
  ): Clause {
    const { operation, side, pointer } = position;
    const place = field === undefined ? position : positionBelow(position, field, [], false);
    const id = `${operation}/${side}-${fieldName(place).replaceAll(/[^A-Za-z0-9]+/g, '-')}-${keyword}`;
    const value = schema[keyword] as Json;
    const words = keyword === 'required' ? 'is required' : `is ${wordsOfConstraint({ keyword, value })}`;
    const isFilledIn =
      side === 'request' && field !== undefined && at(schema, 'properties', field, 'default') !== undefined;
    const usual = isOfDerived
      ? levelOfKeyword(side, keyword, value, isFilledIn)
      : levelInShipped(side, keyword, value);
    return (
      written.get(id) ??
      made({
        id,
        at: [isOfDerived ? sourceOf(pointer, placedAt) : `${pointer}/${placedAt}`],
        level: levelIn(schema, position, keyword) ?? usual,
        usual,
        text:
          side === 'parameter'
            ? `The parameter \`${fieldName(place)}\` ${words}.`
            : `In a ${side}, \`${fieldName(place)}\` ${words}.`,
        derived: true,
        ...(side === 'parameter' && keyword === 'type' && [value].flat().includes('string')
          ? { unobservable: 'every value in a query is text' }
          : {}),
        ...(side === 'parameter' && keyword !== 'required' && isToken(place)
          ? { unobservable: 'any token that the server did not return may be rejected' }
          : {}),
        ...(keyword === 'format' && !isJudged(value) ? { unobservable: whyUnjudged(String(value)) } : {}),
      })
    );
  }

  /** Whether a parameter takes a token of an earlier page. */
  function isToken({ operation, path }: SchemaPlace): boolean {
    const { names, outputToken } = operations[operation]?.list ?? {};
    return outputToken !== undefined && names?.offset === path.join();
  }

  /** What is stated of values of other types that some readers convert; objects and lists are no scalar for any (READINGS O3). */
  function convertedClause(position: SchemaPlace, { keyword, value, clause }: StatedConstraint) {
    if (!isOfDerived || position.side !== 'request' || keyword !== 'type' || !hasUnconverted(value))
      return undefined;
    const schema = objectIn(document, ...stepsOf(position.pointer));
    return repeat({
      ...clause,
      id: `${clause.id}-converted`,
      level: levelIn(schema, position, keyword) ?? 'should',
      usual: 'should',
      text: clause.text.replace(/\.$/, ', and no value that some servers convert.'),
    });
  }

  /** In a request, names are relative to the record, as in `data`. */
  function fieldName({ operation, side, field, path }: SchemaPlace): string {
    const wrapper = side === 'request' ? (operations[operation]?.sentIn ?? []) : [];
    const isWithin = wrapper.length > 0 && isAtOrIn(field, wrapper);
    return (isWithin ? field.slice(wrapper.length) : field).join('.') || path.join('.') || 'body';
  }

  return {
    clauseOf,
    clauseAt,
    derived,
    convertedClause,
    parameterRequired,
    bodyRequired,
    fieldName,
    repeatedFor,
  };
}

/** The id of the clause that a parameter is required. */
export const clauseOfRequired = (operation: OperationId, name: string): string =>
  `${operation}/parameter-${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}-required`;

export function positionBelow(
  position: SchemaPlace,
  step: string,
  pointer: readonly string[],
  optional: boolean,
): SchemaPlace {
  return {
    ...position,
    path: [...position.path, step],
    field: [...position.field, step === '[]' || step === '{}' ? 'each' : step],
    pointer: position.pointer + pointerTo(pointer),
    optional,
    isOption: false,
    isPart: false,
    levels: position.levels - 1,
  };
}
