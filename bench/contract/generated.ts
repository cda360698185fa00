import type { Constraint, Contract } from '../../src/contract/contract.ts';
import { fieldsOf } from '../../src/contract/list-filters.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { Actions } from '../../test/contract-driven/amendments.ts';

/** One generated amendment: what it changes, and the actions of its Overlay. */
export type Generated = { readonly name: string; readonly actions: Actions };

/** Members that say what a response is; an interface without them is another interface. */
const structural = new Set(['data', 'id', 'type', 'attributes', 'included', 'timestamps']);

const update = (change: unknown): string => `update: ${JSON.stringify(change)}`;
const remove = 'remove: true';

/** The place of a JSON Pointer as a JSONPath. */
const pathOf = (pointer: string): string =>
  `$${pointer
    .split('/')
    .slice(1)
    .map((part) => `['${part.replaceAll('~1', '/').replaceAll('~0', '~')}']`)
    .join('')}`;

/** The name of the property that a constraint is about. */
const nameOf = ({ pointer, keyword, value }: Constraint): string =>
  keyword === 'required' ? String(value) : (/\/properties\/([^/]+)(?:\/items)?$/.exec(pointer)?.[1] ?? '');

/** The other values that a team may give to a keyword, each with what it does. */
function otherValues({ keyword, value }: Constraint): (readonly [does: string, value: unknown])[] {
  switch (keyword) {
    case 'maxLength':
    case 'maximum':
    case 'maxItems': {
      const most = Number(value);
      return [
        ['one less', most - 1],
        ['a tenth', Math.ceil(most / 10)],
        ['half', Math.ceil(most / 2)],
        ['twice', most * 2],
      ];
    }
    case 'minLength':
    case 'minItems':
      return [
        ['one more', Number(value) + 1],
        ['three more', Number(value) + 3],
      ];
    case 'const':
      return [['another', `${value}_2`]];
    default:
      return [];
  }
}

/** The amendments of one constraint, wherever the operation says it of fields of this name. */
function ofConstraint(group: readonly Constraint[]): Generated[] {
  const [one] = group;
  if (!one) return [];
  const { keyword, value, operation } = one;
  const about = `${operation} ${nameOf(one)}`;
  const everywhere = (does: string, change: (path: string) => Actions): Generated => ({
    name: `${about}: ${does}`,
    actions: [...new Set(group.map(({ pointer }) => pathOf(pointer)))].flatMap(change),
  });
  if (keyword === 'required')
    return [everywhere('not required', (path) => [[`${path}.required[?@ == '${value}']`, remove]])];
  if (keyword === 'enum' && Array.isArray(value))
    return [
      everywhere('no longer a list', (path) => [[`${path}.enum`, remove]]),
      everywhere('one value more', (path) => [[path, update({ enum: ['another'] })]]),
      everywhere('the first value only', (path) =>
        value.slice(1).map((other) => [`${path}.enum[?@ == '${other}']`, remove]),
      ),
      everywhere('other values', (path) => [
        [`${path}.enum`, remove],
        [path, update({ enum: ['Some', 'others'] })],
      ]),
    ];
  return [
    everywhere(`no ${keyword}`, (path) => [[`${path}.${keyword}`, remove]]),
    ...otherValues(one).map(([does, other]) =>
      everywhere(`${keyword} ${does}`, (path) => [[path, update({ [keyword]: other })]]),
    ),
  ];
}

/** What a team may say of a field that the contract leaves open. */
function ofMember(group: readonly Constraint[], { constraints: all, operations }: Contract): Generated[] {
  const [one] = group;
  if (!one) return [];
  const name = nameOf(one);
  const about = `${one.operation} ${name}`;
  const paths = [...new Set(group.map(({ pointer }) => pathOf(pointer)))];
  const everywhere = (does: string, change: unknown): Generated => ({
    name: `${about}: ${does}`,
    actions: paths.map((path) => [path, update(change)]),
  });
  const has = (keyword: string): boolean =>
    all.some((other) => other.keyword === keyword && paths.includes(pathOf(other.pointer)));
  const closed = has('enum') || has('const') || has('format') || has('pattern');
  const { path: address, method, list } = operationIn({ operations }, one.operation);
  const filter = `$.paths['${address}'].${method.toLowerCase()}.x-list.filter`;
  const operators = fieldsOf(list ?? {}).filter(({ attribute }) => attribute === name);
  const filters =
    operators.length === 0
      ? []
      : [
          `${filter}.queryables.${name}`,
          ...operators.map((operator) => `${filter}.operators.${operator.operator}.on[?@ == '${name}']`),
        ];
  const added: Generated[] = [];
  if (one.value === 'string' && !closed) {
    if (!has('maxLength')) added.push(everywhere('at most 60 characters', { maxLength: 60 }));
    if (!has('minLength')) added.push(everywhere('at least 2 characters', { minLength: 2 }));
  }
  if (one.value === 'integer' && !has('maximum')) added.push(everywhere('at most 500', { maximum: 500 }));
  const parents = paths.map((path) => path.replace(/\['properties'\]\['[^']+'\]$/, ''));
  const required = all.filter(
    ({ keyword, value, operation, pointer }) =>
      keyword === 'required' &&
      value === name &&
      operation === one.operation &&
      parents.includes(pathOf(pointer)),
  );
  added.push({
    name: `${about}: gone`,
    actions: [
      ...required.map(({ pointer }) => [`${pathOf(pointer)}.required[?@ == '${name}']`, remove] as const),
      ...paths.map((path) => [path, remove] as const),
      ...filters.map((path) => [path, remove] as const),
    ],
  });
  if (required.length === 0)
    added.push({
      name: `${about}: required`,
      actions: parents.map((path) => [path, update({ required: [name] })]),
    });
  return added;
}

/** The schemas of new fields, one of which each object gets in its turn. */
const extras: readonly (readonly [what: string, schema: object])[] = [
  ['a text', { type: 'string', maxLength: 40 }],
  ['a number', { type: 'integer', minimum: 0, maximum: 9 }],
  ['a list', { type: 'array', items: { type: 'string' }, maxItems: 3 }],
  ['a choice', { type: 'string', enum: ['north', 'south'] }],
  ['a moment', { type: 'string', format: 'date-time' }],
];

/** A new field of an object of a request or response, optional and required. */
function ofObject({ pointer }: Constraint, index: number): Generated[] {
  const path = pathOf(pointer);
  const about = pointer.split('/').slice(3).join('/').replaceAll('properties/', '');
  const [what, schema] = extras[index % extras.length] ?? ['nothing', {}];
  const properties = { extra: schema };
  return [
    { name: `${about}: ${what} more`, actions: [[path, update({ properties })]] },
    {
      name: `${about}: ${what} more, required`,
      actions: [[path, update({ required: ['extra'], properties })]],
    },
  ];
}

/** Everything that these generators can make of a contract, in its order. */
export function generated(contract: Contract): Generated[] {
  const { constraints } = contract;
  const groupsOf = (some: readonly Constraint[], key: (one: Constraint) => string): Constraint[][] => [
    ...Map.groupBy(some, key).values(),
  ];
  const fields = constraints.filter(
    (one) => one.side !== 'parameter' && nameOf(one) !== '' && !structural.has(nameOf(one)),
  );
  const types = fields.filter(({ keyword, pointer }) => keyword === 'type' && !pointer.endsWith('/items'));
  return [
    ...groupsOf(
      fields.filter(({ keyword }) => keyword !== 'type'),
      (one) => JSON.stringify([one.operation, nameOf(one), one.keyword, one.value]),
    ).flatMap(ofConstraint),
    ...groupsOf(types, (one) => JSON.stringify([one.operation, nameOf(one)])).flatMap((group) =>
      ofMember(group, contract),
    ),
    ...constraints
      .filter(
        ({ keyword, value, pointer, side }) =>
          side !== 'parameter' && keyword === 'type' && value === 'object' && !pointer.endsWith('/items'),
      )
      .flatMap(ofObject),
  ];
}
