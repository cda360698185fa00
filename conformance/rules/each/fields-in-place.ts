import type { Contract, MemberPath, OperationId } from '../../../src/contract/contract.ts';
import { instances } from '../../../src/contract/instances.ts';
import { at, isObject, type Json, type JsonObject, type Path, withAt } from '../../../src/json/json.ts';
import { printField, printPath } from '../../core/print.ts';
import { ruleOfEach } from '../../core/rule.ts';
import { changeReply } from '../../mutants/reply.ts';

/** An object in another one, and its fields that may be absent. */
type Inner = {
  readonly outer: MemberPath;
  readonly name: string;
  readonly isRequired: boolean;
  readonly fields: readonly string[];
};

/** A server may show further fields. One that shows a field of the contract only beside the object of that field has forgotten the object. */
export default ruleOfEach((operation, contract) => {
  const inners = innersOf(contract, operation);
  const outers = [...Map.groupBy(inners, ({ outer }) => String(outer)).values()].map(outerOf);
  return {
    title: 'optional fields are in their object, not beside it',
    claims: [
      {
        on: 'answer',
        judge: ({ shape, body, call, reply }, judge) => {
          if (!shape || !('json' in body)) return;
          const shown = shownIn(body.json, outers);
          if (shown.length === 0) return;
          const beside = shown.find(({ isInPlace }) => !isInPlace);
          judge.claim(beside === undefined, () => ({
            title: `${printField(beside?.due ?? [])} is in its object, not beside it`,
            expected: beside ? `${printPath(beside.path.slice(-1))} at ${printPath(beside.due)}` : '',
            saw: beside ? `nothing there; it is at ${printPath(beside.path)}` : '',
            shown: [{ call, reply }],
          }));
        },
      },
    ],
    mutants: [...Map.groupBy(inners, ({ name }) => name)]
      .filter(([, some]) => some.some(({ fields }) => fields.length > 1))
      .map(([name, some]) => ({
        name: `optional fields of ${name} are beside it`,
        wire: changeReply(operation, (json) => some.reduce(hoisted, json)),
      })),
  };
});

/** The objects in objects of a response. What is beside `data` says nothing: envelopes are free. */
function innersOf({ constraints }: Contract, operation: OperationId): Inner[] {
  const own = constraints.filter((one) => one.operation === operation && one.side === 'response');
  const pathsOf = (some: typeof own): MemberPath[] => some.flatMap(({ paths }) => paths);
  const required = new Set(pathsOf(own.filter(({ keyword }) => keyword === 'required')).map(String));
  const all = new Map(pathsOf(own).map((path) => [String(path), path]));
  const parts = [...all.values()].flatMap((path) => {
    const [name, field] = path.slice(-2);
    const outer = path.slice(0, -2);
    const isNamed = name !== undefined && field !== undefined && ![name, field].some(isStep);
    const isFree = !required.has(String(path)) && !all.has(String([...outer, field]));
    return isNamed && isFree && outer.length > 0 ? [{ outer, name, field }] : [];
  });
  return [...Map.groupBy(parts, ({ outer, name }) => String([...outer, name]))].flatMap(([key, some]) =>
    some.slice(0, 1).map(({ outer, name }) => ({
      outer,
      name,
      isRequired: required.has(key),
      fields: some.map(({ field }) => field),
    })),
  );
}

/** Whether a step leads to the items of an array or the values of a map, and not to a field. */
const isStep = (step: string): boolean => step === '[]' || step === '{}';

/** A field that a response shows, in its object or beside it. */
type Shown = { readonly isInPlace: boolean; readonly due: Path; readonly path: Path };

/** An object, the objects in it, and all their names and fields. */
type Outer = {
  readonly path: MemberPath;
  readonly inners: readonly Inner[];
  readonly known: ReadonlySet<string>;
};

const outerOf = (inners: readonly Inner[]): Outer => ({
  path: inners[0]?.outer ?? [],
  inners,
  known: new Set(inners.flatMap(({ name, fields }) => [name, ...fields])),
});

/** For each object, the first field of it that is beside it, or else one that is in it. */
const shownIn = (json: Json, outers: readonly Outer[]): Shown[] =>
  outers.flatMap(({ path: outer, inners, known }) =>
    instances(json, outer).flatMap(({ path, value }) => {
      // A response may show a hundred thousand objects: nothing is made for those without a field of these.
      if (!isObject(value) || !Object.keys(value).some((name) => known.has(name))) return [];
      return inners.flatMap((inner) => shownOf(value, path, inner));
    }),
  );

/** An object of another type, or a missing one that is required, breaks another rule. */
function shownOf(value: JsonObject, path: Path, { name, isRequired, fields }: Inner): Shown[] {
  const inner = at(value, name);
  if (inner === undefined ? isRequired : !isObject(inner)) return [];
  const isIn = (object: unknown, field: string): boolean => (at(object, field) ?? undefined) !== undefined;
  const beside = fields.find((field) => isIn(value, field) && !isIn(inner, field));
  const found = beside ?? fields.find((field) => isIn(inner, field));
  if (found === undefined) return [];
  return [{ isInPlace: beside === undefined, due: [...path, name, found], path: [...path, found] }];
}

/** A response with the optional fields of an object beside it; the object is absent if nothing is left in it. */
const hoisted = (json: JsonObject, { outer, name, isRequired, fields }: Inner): JsonObject =>
  instances(json, outer).reduce<JsonObject>((shown, { path, value }) => {
    const inner = at(value, name);
    if (!isObject(inner) || !isObject(value)) return shown;
    const isMoved = ([field]: [string, Json]): boolean => fields.includes(field);
    const [moved = [], left = []] = [true, false].map((due) =>
      Object.entries(inner).filter((entry) => isMoved(entry) === due),
    );
    const rest = left.length > 0 || isRequired ? { [name]: Object.fromEntries(left) } : {};
    const { [name]: _inner, ...others } = value;
    return withAt(shown, path, { ...others, ...rest, ...Object.fromEntries(moved) }) as JsonObject;
  }, json);
