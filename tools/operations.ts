import { type OperationPart, operationsIn, requestOf, successOf } from '../src/contract/openapi-parts.ts';
import {
  kinds,
  type OperationDescriptor,
  type OperationKind,
} from '../src/contract/operations/descriptor.ts';
import { inline } from '../src/contract/read-operations.ts';
import { at, isObject, type Json, type JsonObject } from '../src/json/json.ts';
import { readYaml } from '../src/yaml/yaml-file.ts';

const source = new URL('../spec/openapi.yaml', import.meta.url);

/** What is made from the operations of spec/openapi.yaml, by path. */
export const made = {
  table: 'src/contract/operations/table.ts',
  stub: 'src/stub/operations/all.ts',
  profiles: 'conformance/profiles/profiles.ts',
} as const;

/** What schemas say of each operation, by path: where that is, and what. */
export const schemasOf = (
  descriptors: readonly OperationDescriptor[],
): readonly { readonly file: string; readonly place: readonly string[]; readonly value: Json }[] => [
  {
    file: 'conformance/report/json/report.schema.json',
    place: ['$defs', 'operation', 'enum'],
    value: descriptors.map(({ id }) => id),
  },
  {
    file: 'conformance/target/target.schema.json',
    place: ['properties', 'token', 'else', 'properties'],
    value: Object.fromEntries(descriptors.map(({ id }) => [id, { $ref: '#/$defs/token' }])),
  },
];

/** Reads the operations of spec/openapi.yaml. A mistake in it says where it is. */
export async function readDescriptors(): Promise<OperationDescriptor[]> {
  const { value, where } = await readYaml(source.pathname);
  const document = value as JsonObject;
  return operationsIn(document).map((part) => {
    const fault = (what: string): Error => new Error(`${where(part.path)}: ${part.id} ${what}`);
    return describe(document, part, fault);
  });
}

function describe(
  document: JsonObject,
  part: OperationPart,
  fault: (what: string) => Error,
): OperationDescriptor {
  const success = successOf(document, part);
  if (!success) throw fault('states no success');
  const response = inline(document, at(success.found, 'content', 'application/json', 'schema') as Json);
  const data = at(response, 'properties', 'data');
  const isList = at(data, 'type') === 'array';
  const type = at(data, ...(isList ? ['items'] : []), 'properties', 'type', 'const');
  if (typeof type !== 'string') throw fault('shows no type of resource: give `data.type` a `const`');
  const { security } = part.found;
  return {
    id: part.id,
    kind: kindOf(part, isList, fault),
    resource: type.replaceAll('_', '-'),
    method: part.method.toUpperCase(),
    path: part.url,
    pathParameters: [...part.url.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
    hasBody: requestOf(document, part) !== undefined,
    needsToken:
      Array.isArray(security) &&
      security.length > 0 &&
      security.every((one) => isObject(one) && Object.keys(one).length > 0),
    success: success.status,
  };
}

function kindOf({ method }: OperationPart, isList: boolean, fault: (what: string) => Error): OperationKind {
  if (method === 'post') return 'create';
  if (method === 'get') return isList ? 'list' : 'read';
  throw fault(`is of no known kind: of ${kinds.join(', ')}, none is a ${method.toUpperCase()}`);
}

const madeBy = '// Made from spec/openapi.yaml by npm run generate:operations.';

/** The module of descriptors, from which the types come. */
export const tableOf = (descriptors: readonly OperationDescriptor[]): string =>
  [
    madeBy,
    "import type { OperationDescriptor } from './descriptor.ts';",
    '',
    '/** Every operation, as spec/openapi.yaml states it. */',
    `export const operationTable = ${JSON.stringify(byId(descriptors))} as const satisfies Record<string, OperationDescriptor>;`,
    '',
  ].join('\n');

const byId = (descriptors: readonly OperationDescriptor[]): Record<string, OperationDescriptor> =>
  Object.fromEntries(descriptors.map((one) => [one.id, one]));

/** The module that finds what the stub has in the folder of each operation. */
export const stubModuleOf = (descriptors: readonly OperationDescriptor[]): string =>
  moduleOf(descriptors, {
    imports: [
      "import type { OperationId } from '../../contract/contract.ts';",
      "import type { StubOperation } from '../requests/handler.ts';",
    ],
    file: 'operation.ts',
    member: 'operation',
    comment: '/** The operations of the stub, each from its own folder. */',
    list: 'stubOperations',
    type: 'Readonly<Record<OperationId, StubOperation>>',
  });

/** The module that finds what the engine has to know of each operation. */
export const profilesOf = (descriptors: readonly OperationDescriptor[]): string =>
  moduleOf(descriptors, {
    imports: [
      "import type { OperationId } from '../../src/contract/contract.ts';",
      "import type { OperationProfile } from '../core/profile.ts';",
    ],
    file: 'profile.ts',
    member: 'profile',
    comment: '/** The operations as the engine sees them, each from its own folder. */',
    list: 'profiles',
    type: 'Readonly<Record<OperationId, OperationProfile>>',
  });

function moduleOf(
  descriptors: readonly OperationDescriptor[],
  form: {
    readonly imports: readonly string[];
    readonly file: string;
    readonly member: string;
    readonly comment: string;
    readonly list: string;
    readonly type: string;
  },
): string {
  const nameOf = ({ id }: OperationDescriptor): string =>
    id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return [
    madeBy,
    ...form.imports,
    ...descriptors.map(
      (one) => `import { ${form.member} as ${nameOf(one)} } from './${one.id}/${form.file}';`,
    ),
    '',
    form.comment,
    `export const ${form.list}: ${form.type} = {`,
    ...descriptors.map((one) => `  '${one.id}': ${nameOf(one)},`),
    '};',
    '',
  ].join('\n');
}
