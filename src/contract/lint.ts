// What is wrong in a contract itself, whatever a server does.

import type { ValidateFunction } from 'ajv';
import {
  at,
  isObject,
  isOfType,
  type Json,
  type JsonObject,
  objectIn,
  type Path,
  pointerTo,
  stepsOf,
} from '../json/json.ts';
import { inTime } from '../json/matching.ts';
import { isNumeric, propertiesOf, requiredOf, schemaAt, typesOf } from '../json/schema-at.ts';
import { validatorOf } from '../json/validators.ts';
import { onceFor } from '../once.ts';
import { isOfRecord } from '../path-template.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { schemasIn } from './check-document.ts';
import type { Contract } from './contract.ts';
import {
  type DocumentPart,
  inline,
  jsonTypeOf,
  type OperationPart,
  operationsIn,
  parametersOf,
  partAt,
  requestOf,
} from './openapi.ts';
import { drawTexts } from './pattern-texts.ts';
import { mapParts, pointerOf, resolveReference } from './references.ts';
import { creatorOf } from './related-operations.ts';
import { contradictionIn } from './satisfiable.ts';

/** A mistake in a contract. An error contradicts something else in it; a warning states less than its author may mean. */
export type Mistake = {
  readonly check: string;
  readonly level: 'error' | 'warning';
  /** The file and the line. */
  readonly where: string;
  readonly sentence: string;
};

type Subject = Pick<Contract, 'document' | 'operations'>;

/** What a check finds: a place in the document, and a sentence about it. */
type LintFinding = readonly [path: Path, sentence: string];

/** A place that is wrong if something is so. */
const foundIf = (isWrong: boolean, path: Path, sentence: string): LintFinding[] =>
  isWrong ? [[path, sentence]] : [];

type Check = {
  readonly level: Mistake['level'];
  readonly find: (subject: Subject) => readonly LintFinding[];
};

const checks: Readonly<Record<string, Check>> = {
  example: {
    level: 'error',
    find: ({ document }) => examplesIn(document).flatMap(misfit(document, 'the example')),
  },
  default: {
    level: 'error',
    find: ({ document }) => documentDefaults(document).flatMap(misfit(document, 'the default')),
  },
  'allowed-value': {
    level: 'error',
    find: ({ document }) =>
      documentParts(document).flatMap(({ found, path }): LintFinding[] => {
        const types = typesOf(found);
        const listed = Array.isArray(found.enum) ? found.enum : [];
        const wrong =
          types.length === 0 ? [] : listed.filter((one) => !types.some((type) => isOfType(type, one)));
        return wrong.map((one) => [
          [...path, 'enum', listed.indexOf(one)],
          `the allowed value ${JSON.stringify(one)} is not of type ${types.join(' or ')}; correct one of the two`,
        ]);
      }),
  },
  bounds: {
    level: 'error',
    find: ({ document }) =>
      documentParts(document).flatMap(({ found, path }): LintFinding[] => {
        const { keyword, why } = contradictionIn(found) ?? {};
        return keyword === undefined
          ? []
          : [[[...path, keyword], `no value can keep this: ${why}; correct one of the two`]];
      }),
  },
  'required-field': {
    level: 'error',
    find: ({ document }) =>
      documentParts(document).flatMap(({ found, path }): LintFinding[] =>
        found.additionalProperties === false && found.patternProperties === undefined
          ? requiredOf(found)
              .filter((name) => !Object.hasOwn(propertiesOf(found), name))
              .map((name) => [
                [...path, 'required'],
                `"${name}" is required, and "additionalProperties: false" rejects it; add it under properties, or do not require it`,
              ])
          : [],
      ),
  },
  'read-only': {
    level: 'error',
    find: ({ document }) => [
      ...documentParts(document).flatMap(({ found, path }) =>
        foundIf(
          found.readOnly === true && found.writeOnly === true,
          [...path, 'readOnly'],
          'a field cannot be both readOnly and writeOnly; remove one of them',
        ),
      ),
      ...onlySent(document).flatMap(({ found, path }) =>
        requiredOf(found)
          .filter((name) => at(propertiesOf(found)[name], 'readOnly') === true)
          .map(
            (name): LintFinding => [
              [...path, 'properties', name, 'readOnly'],
              `"${name}" is readOnly, and required in a schema that only requests have; remove one of the two`,
            ],
          ),
      ),
    ],
  },
  pattern: {
    level: 'warning',
    find: ({ document }) =>
      documentParts(document).flatMap(({ found: { pattern }, path }) =>
        foundIf(
          typeof pattern === 'string' && drawTexts(pattern).length === 0,
          [...path, 'pattern'],
          'no text was found that matches this pattern; correct it, or add an example',
        ),
      ),
  },
  'same-path': {
    level: 'error',
    find: ({ document }) => {
      const form = ({ method, url }: OperationPart): string =>
        `${method} ${url.replaceAll(/\{[^}]*\}/g, '{}')}`;
      return [...Map.groupBy(operationsIn(document), form).values()].flatMap(([first, ...others]) =>
        others.map(
          ({ path, method, url }): LintFinding => [
            path,
            `no request tells ${method.toUpperCase()} ${url} from ${first?.url}; give one of them another path`,
          ],
        ),
      );
    },
  },
  'path-parameter': {
    level: 'error',
    find: ({ document }) =>
      operationsIn(document).flatMap((part): LintFinding[] => {
        const named = [...part.url.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
        const declared = parametersOf(document, part).filter(({ found }) => found.in === 'path');
        const names = declared.map(({ found }) => String(found.name));
        return [
          ...named
            .filter((name) => !names.includes(name))
            .map(
              (name): LintFinding => [
                part.path,
                `the path has {${name}}, and no parameter describes it; add it under parameters`,
              ],
            ),
          ...declared
            .filter(({ found }) => !named.includes(String(found.name)))
            .map(
              ({ found, path }): LintFinding => [
                path,
                `the path of ${part.method.toUpperCase()} ${part.url} has no {${found.name}}; correct the name`,
              ],
            ),
        ];
      }),
  },
  'needed-default': {
    level: 'warning',
    find: ({ document }) =>
      operationsIn(document).flatMap((part) =>
        parametersOf(document, part).flatMap(({ found, path }) =>
          foundIf(
            found.in !== 'path' &&
              found.required === true &&
              at(inline(document, found.schema ?? {}), 'default') !== undefined,
            [...path, 'required'],
            `${found.name} is required and has a default, so no rule requires it; remove one of the two`,
          ),
        ),
      ),
  },
  'record-id': {
    level: 'warning',
    find: ({ document, operations }) =>
      operationsIn(document).flatMap((part): LintFinding[] => {
        const reading = operations[part.id];
        const creation = reading && creatorOf({ operations }, part.id);
        const name = reading?.pathParameters.at(-1);
        if (!creation || !isOfRecord(reading.path) || name === undefined) return [];
        const parameter = parametersOf(document, part).find(({ found }) => found.name === name);
        const taken = inline(document, parameter?.found.schema ?? {});
        const sent = schemaAt(creation.request, [...creation.sentIn, ...creation.idPlace]);
        const isNarrower = ['format', 'pattern', 'maxLength'].some(
          (keyword) => at(taken, keyword) !== undefined && at(sent, keyword) === undefined,
        );
        return foundIf(
          isObject(sent) && isNarrower,
          [...(parameter?.path ?? []), 'schema'],
          `{${name}} is narrower than ${pointerTo(creation.idPlace)} in a request to ${creation.method} ${creation.path}, so records can be created that this path rejects; correct one of the two`,
        );
      }),
  },
  'response-schema': {
    level: 'warning',
    find: ({ document }) =>
      operationsIn(document).flatMap((part) =>
        responsesOf(document, part).flatMap(({ found, path, status }): LintFinding[] => {
          const isBodied = /^2/.test(status) && !['204', '205'].includes(status) && part.method !== 'head';
          const contents = Object.entries(objectIn(found.content));
          const bare = contents.find(([, one]) => !isObject(one) || one.schema === undefined);
          return foundIf(
            isBodied && (contents.length === 0 || bare !== undefined),
            bare ? [...path, 'content', bare[0]] : path,
            `the response ${status} has no schema, so no rule checks its body; describe it under content, or write 204 if it has none`,
          );
        }),
      ),
  },
  security: {
    level: 'error',
    find: ({ document }) => {
      const known = Object.keys(objectIn(document, 'components', 'securitySchemes'));
      const places = [{ found: document, path: [] as Path }, ...operationsIn(document)];
      return places.flatMap(({ found, path }) =>
        [found.security ?? []].flat().flatMap((requirement, index) =>
          Object.keys(objectIn(requirement))
            .filter((name) => !known.includes(name))
            .map(
              (name): LintFinding => [
                [...path, 'security', index, name],
                `the security scheme "${name}" is not declared; add it under components/securitySchemes, or correct the name`,
              ],
            ),
        ),
      );
    },
  },
  link: {
    level: 'error',
    find: ({ document }) => {
      const ids = new Set(operationsIn(document).map(({ found }) => found.operationId));
      return operationsIn(document).flatMap((part) =>
        responsesOf(document, part).flatMap(({ found, path }) =>
          Object.keys(objectIn(found.links)).flatMap((name): LintFinding[] => {
            const link = partAt(document, [...path, 'links', name]);
            const id = link?.found.operationId;
            return foundIf(
              id !== undefined && !ids.has(id),
              [...(link?.path ?? []), 'operationId'],
              `no operation has the operationId ${JSON.stringify(id)}; correct the name`,
            );
          }),
        ),
      );
    },
  },
  discriminator: {
    level: 'error',
    find: ({ document }) =>
      documentParts(document).flatMap(({ found, path }) => {
        const mapping = at(found, 'discriminator', 'mapping');
        return Object.entries(objectIn(mapping)).flatMap(([name, target]): LintFinding[] => {
          const text = String(target);
          const steps = text.startsWith('#') ? stepsOf(pointerOf(text)) : ['components', 'schemas', text];
          const isElsewhere = !text.startsWith('#') && /[/.]/.test(text);
          return foundIf(
            !isElsewhere && at(document, ...steps) === undefined,
            [...path, 'discriminator', 'mapping', name],
            `the value "${name}" leads to ${text}, which the contract does not have; correct the name`,
          );
        });
      }),
  },
  listing: {
    level: 'error',
    find: ({ document, operations }) =>
      operationsIn(document).flatMap(({ id, path, found }): LintFinding[] => {
        const { list, response, parameters = [] } = operations[id] ?? {};
        if (!list || found['x-list'] === undefined) return [];
        const { maxItems } = list.bounds;
        const records = schemaAt(response, list.items);
        const size = parameters.findIndex(({ name }) => name === list.names.limit);
        const usual = parameters[size]?.schema.default;
        const total = list.total?.at.of === 'body' ? schemaAt(response, list.total.at.path) : undefined;
        const record = at(records, 'items');
        return [
          ...foundIf(
            typeof usual === 'number' && maxItems < usual,
            [...path, 'x-list', 'pageSize'],
            `${list.names.limit} is ${usual} by default, and a page has at most ${maxItems} records (maxItems); correct one of the two`,
          ),
          ...foundIf(
            typesOf(total).length > 0 && !isNumeric(total),
            [...path, 'x-list', 'total'],
            'the total is not an integer in the schema of the response; correct the place or the schema',
          ),
          ...list.identifier
            .filter(
              ([name]) => at(record, 'required') !== undefined && !requiredOf(record).includes(String(name)),
            )
            .map(
              (pointer): LintFinding => [
                [...path, 'x-list', 'identifier'],
                `a record may be without ${pointerTo(pointer)}, which identifies it; require it in its schema`,
              ],
            ),
        ];
      }),
  },
};

/** The names of all checks. */
export const lintChecks = Object.keys(checks);

/** What is wrong in a contract, in the order of its lines. */
export function lint(subject: Subject, where: Where): Mistake[] {
  const found = Object.entries(checks).flatMap(([check, { level, find }]) =>
    find(subject).map(([path, sentence]) => ({ check, level, where: where(path), sentence })),
  );
  const once = new Map(found.map((one) => [`${one.where} ${one.sentence}`, one]));
  return [...once.values()].toSorted((one, other) => collator.compare(one.where, other.where));
}

const collator = new Intl.Collator('en', { numeric: true });

type PlacedValue = { readonly path: Path; readonly value: Json; readonly schema: JsonObject };

/** Sentences about values that their schema does not allow. */
const misfit =
  (document: JsonObject, what: string) =>
  ({ path, value, schema }: PlacedValue): LintFinding[] => {
    const validate = documentValidator(document)(schema);
    if (!validate || inTime(() => validate(value)).value) return [];
    const [error] = validate.errors ?? [];
    const place = error?.instancePath ? ` at ${error.instancePath}` : '';
    return [
      [
        path,
        `${what} breaks its schema${place}: ${error?.message ?? 'it is not valid'}; correct one of the two`,
      ],
    ];
  };

/** A validator takes long to make, and many examples are of one schema. One that cannot be made accuses nothing. */
const documentValidator = onceFor((document: JsonObject) =>
  onceFor((schema: JsonObject): ValidateFunction | undefined => {
    const whole = inline(document, schema);
    if (!isObject(whole)) return undefined;
    try {
      return validatorOf(withoutMarkedRequired(whole), 'written');
    } catch {
      return undefined;
    }
  }),
);

/** An example of a request may be without what is readOnly, one of a response without what is writeOnly. */
const withoutMarkedRequired = (schema: JsonObject): JsonObject =>
  mapParts(schema, (part) => {
    const fields = propertiesOf(part);
    const isMarked = (name: string): boolean =>
      at(fields[name], 'readOnly') === true || at(fields[name], 'writeOnly') === true;
    const required = requiredOf(part);
    return required.some(isMarked) ? { ...part, required: required.filter((name) => !isMarked(name)) } : part;
  }) as JsonObject;

/** Every schema of a document, once. */
const documentParts = onceFor((document: JsonObject): readonly DocumentPart[] => {
  const found = new Map<JsonObject, Path>();
  for (const { found: root, path } of schemasIn(document))
    mapParts(root, (part, inside) => {
      if (!found.has(part) && part.$ref === undefined) found.set(part, [...path, ...inside()]);
      return part;
    });
  return [...found].map(([part, path]) => ({ found: part, path }));
});

const documentDefaults = (document: JsonObject): PlacedValue[] =>
  documentParts(document).flatMap(({ found, path }) =>
    found.default === undefined ? [] : [{ path: [...path, 'default'], value: found.default, schema: found }],
  );

function examplesIn(document: JsonObject): PlacedValue[] {
  const ofSchemas = documentParts(document).flatMap(({ found, path }): PlacedValue[] => [
    ...(found.example === undefined
      ? []
      : [{ path: [...path, 'example'], value: found.example, schema: found }]),
    ...(Array.isArray(found.examples) ? found.examples : []).map((value, index) => ({
      path: [...path, 'examples', index],
      value,
      schema: found,
    })),
  ]);
  const beside = operationsIn(document).flatMap((part) => [
    ...parametersOf(document, part),
    ...[requestOf(document, part) ?? [], responsesOf(document, part)].flat().flatMap((body) => {
      const type = jsonTypeOf(body);
      return type === undefined ? [] : (partAt(document, [...body.path, 'content', type]) ?? []);
    }),
  ]);
  return [...ofSchemas, ...beside.flatMap(({ found, path }) => shownBeside(document, found, path))];
}

/** The examples of a parameter or a body, which are beside its schema. */
function shownBeside(document: JsonObject, found: JsonObject, path: Path): PlacedValue[] {
  const { schema, example, examples } = found;
  if (!isObject(schema)) return [];
  const named = Object.keys(objectIn(examples)).flatMap((name) => {
    const one = partAt(document, [...path, 'examples', name]);
    return one?.found.value === undefined
      ? []
      : [{ path: [...one.path, 'value'], value: one.found.value, schema }];
  });
  return [
    ...(example === undefined ? [] : [{ path: [...path, 'example'], value: example, schema }]),
    ...named,
  ];
}

const responsesOf = (document: JsonObject, { found, path }: OperationPart) =>
  Object.keys(objectIn(found.responses)).flatMap((status) => {
    const response = partAt(document, [...path, 'responses', status]);
    return response ? [{ ...response, status }] : [];
  });

/** The schemas that requests have, and no response. */
function onlySent(document: JsonObject): readonly DocumentPart[] {
  const [sent, shown] = [new Set<JsonObject>(), new Set<JsonObject>()];
  for (const part of operationsIn(document)) {
    reach(document, at(requestOf(document, part)?.found, 'content'), sent);
    for (const { found } of responsesOf(document, part)) reach(document, found.content, shown);
  }
  return documentParts(document).filter(({ found }) => sent.has(found) && !shown.has(found));
}

/** Adds the parts of a body, those behind references included. */
function reach(document: JsonObject, body: unknown, met: Set<JsonObject>): void {
  const waiting: unknown[] = [body];
  for (const value of waiting) {
    if (!isObject(value) || met.has(value)) continue;
    mapParts(value, (part) => {
      if (met.has(part)) return part;
      met.add(part);
      if (typeof part.$ref === 'string') waiting.push(resolveReference(document, part.$ref));
      return part;
    });
  }
}
