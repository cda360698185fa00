// Objects in requests of which a field says what they are, so that a server may read each kind with other code.

import { type Constraint, type Contract, firstPath } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { listedValues } from '../../src/contract/satisfiable.ts';
import { schemaWithin } from '../../src/contract/schema-values.ts';
import { at, isObject, type Json, withAt } from '../../src/json/json.ts';
import { propertiesOf, requiredOf } from '../../src/json/schema-at.ts';

/** Gives the object of a constrained field another of the values that say what it is. */
type ObjectKind = {
  readonly field: string;
  readonly value: Json;
  readonly select: (body: Json) => Json;
};

/** A list of more values is of something else. */
const mostKinds = 4;

/**
 * The kinds of the object within a request in which a constrained field is: a required field beside it lists them.
 * What a record itself lists is a state more often than a kind.
 */
export function kindsBeside(
  { operations }: Pick<Contract, 'operations'>,
  constraint: Constraint,
): ObjectKind[] {
  const { request, sentIn } = operationIn({ operations }, constraint.operation);
  const path = firstPath(constraint);
  const place = path.slice(0, -1);
  if (place.length <= sentIn.length || path.some((step) => step === '[]' || step === '{}')) return [];
  const schema = schemaWithin(request, place);
  const kindsOf = (name: string): readonly Json[] => {
    const field = propertiesOf(schema)[name];
    const listed = name !== path.at(-1) && isObject(field) ? (listedValues(field) ?? []) : [];
    const areKinds = listed.length > 1 && listed.length <= mostKinds;
    return areKinds && listed.every((one) => typeof one === 'string') ? listed : [];
  };
  return requiredOf(schema).flatMap((name) =>
    kindsOf(name).map((value) => ({
      field: [...place.slice(sentIn.length), name].join('.'),
      value,
      select: (body) => (isObject(at(body, ...place)) ? withAt(body, [...place, name], value) : body),
    })),
  );
}
