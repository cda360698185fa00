// Which fields a response returns as they were sent, or with their defaults, although the contract does not state it.

import { at, isObject, type Json, type Path } from '../json/json.ts';
import { propertiesOf, requiredOf, schemaAt, typesOf } from '../json/schema-at.ts';
import { type Constraint, type Contract, constraintsOf, type FieldPromise, type Level } from './contract.ts';
import type { Placing } from './kind-clauses.ts';
import { everyOperation, isWriting, type Operation, type WithOperations } from './operations.ts';
import { listedValues } from './satisfiable.ts';
import { allows } from './schema-values.ts';

/** The schemas at each field of the requests and responses of an operation, by their pointers. */
function schemasByField(constraints: readonly Constraint[]) {
  const pointers = new Map<string, Set<string>>();
  const keyOf = (side: Constraint['side'], path: Path): string => `${side} ${path.join()}`;
  for (const { side, paths, pointer } of constraints)
    for (const key of paths.map((path) => keyOf(side, path)))
      pointers.set(key, (pointers.get(key) ?? new Set()).add(pointer));
  return (side: Constraint['side'], path: Path): ReadonlySet<string> =>
    pointers.get(keyOf(side, path)) ?? new Set();
}

/** Fields that a response returns as they were sent, or that have their defaults after a creation that leaves them out. */
export const echoPromises = (
  contract: WithOperations & Pick<Contract, 'constraints'>,
  placingOf: (operation: Operation) => Placing,
): FieldPromise[] =>
  everyOperation(contract)
    .filter(isWriting)
    .flatMap((operation) => {
      const { id, kind, record, sentIn } = operation;
      const placing = placingOf(operation);
      const schemasAt = schemasByField(constraintsOf(contract, id));
      const isShared = (place: Path): boolean => {
        const shown = schemasAt('response', [...record, ...place]);
        return [...schemasAt('request', [...sentIn, ...place])].some((one) => shown.has(one));
      };
      return echoesOf(operation, isShared).flatMap(({ place, isStated, usual }): FieldPromise[] => {
        const sentAt = [...sentIn, ...place];
        const words = place.join('.');
        const promise = (name: string, level: Level, text: string): FieldPromise => ({
          operation: id,
          path: [...record, ...place],
          clause: {
            id: `${id}/${name}`,
            at: [placing.at],
            level: placing.level(name) ?? level,
            text,
            derived: true,
          },
        });
        const level = isStated ? 'must' : 'should';
        const returned = promise(`${words}-returned`, level, `\`${words}\` is returned as sent.`);
        // Frameworks write null of what a server fills in itself, too.
        const ofDefault = promise(
          `${place.join('-')}-default`,
          usual === null ? 'should' : level,
          `\`${words}\` has its default if it is left out.`,
        );
        return [
          ...(place.length === 1 ? [{ ...returned, sentAt }] : []),
          ...(usual === undefined || kind !== 'create'
            ? []
            : [{ ...ofDefault, leftOut: { at: sentAt, usual } }]),
        ];
      });
    });

/**
 * A field of a request that its response returns as sent, and whether the contract says so; its default, if the request may
 * leave it out.
 */
type Echo = { readonly place: Path; readonly isStated: boolean; readonly usual?: Json };

/**
 * The fields that both a request and its response describe, and neither only one side, and those within them. It is stated
 * that they are the same where both sides share the schema, or the response marks what the server sets as `readOnly`
 * (READINGS V1).
 */
function echoesOf(operation: Operation, isShared: (place: Path) => boolean): readonly Echo[] {
  const { request, sentIn, response, record, idPlace } = operation;
  const [sent, shown] = [schemaAt(request, sentIn), schemaAt(response, record)];
  const marksOthers = Object.entries(propertiesOf(shown)).some(
    ([name, one]) => !(name in propertiesOf(sent)) && at(one, 'readOnly') === true,
  );
  const within = (sentPart: unknown, shownPart: unknown, outer: Path): readonly Echo[] =>
    Object.entries(propertiesOf(sentPart)).flatMap(([name, schema]): readonly Echo[] => {
      const back = propertiesOf(shownPart)[name];
      const place = [...outer, name];
      const isEcho =
        isObject(back) &&
        String(typesOf(back).toSorted()) === String(typesOf(schema).toSorted()) &&
        allowedText(back) === allowedText(schema) &&
        formKeywords.every((keyword) => [undefined, at(schema, keyword)].includes(back[keyword])) &&
        !at(schema, 'writeOnly');
      const isStated = isShared(place) || marksOthers;
      const types = typesOf(back).filter((one) => one !== 'null');
      // What is inside of lists and objects may be another record, unless the schema is the same.
      const isComparable =
        types.length === 1 && (isStated || !['array', 'object'].includes(String(types[0])));
      if (!isEcho || back.readOnly || String(place) === String(idPlace[0]) || !isComparable) return [];
      const mayBeSent = !requiredOf(sentPart).includes(name) && at(schema, 'readOnly') !== true;
      const usual = mayBeSent ? defaultOf(schema, back) : undefined;
      return [{ place, isStated, ...(usual === undefined ? {} : { usual }) }, ...within(schema, back, place)];
    });
  return within(sent, shown, []);
}

/** The default of a field, if both its schemas allow it, and other values, too. */
function defaultOf(schema: Json, back: Json): Json | undefined {
  const usual = isObject(schema) ? schema.default : undefined;
  if (usual === undefined || !isObject(schema) || listedValues(schema)?.length === 1) return undefined;
  return allows(schema, usual) && allows(back, usual) ? usual : undefined;
}

/** If the response states more of a text than the request does, a server may return another one. */
const formKeywords = ['format', 'pattern', 'minLength', 'maxLength'];

/** The values that a schema lists: two fields that list others are not the same. */
const allowedText = (schema: unknown): string => JSON.stringify([at(schema, 'const'), at(schema, 'enum')]);
