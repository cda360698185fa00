import { at, isObject, type JsonObject, type Path } from '../json/json.ts';
import { follow } from './references.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** An object in the document, and its path. */
export type DocumentPart = { readonly found: JsonObject; readonly path: Path };

/** An operation in the document. */
export type OperationPart = DocumentPart & {
  /** Its `x-operation`. */
  readonly id: string;
  /** The URL path template. */
  readonly url: string;
  readonly method: string;
};

/** Every operation of a document that says which one of the interface it is. */
export function operationsIn(document: JsonObject): OperationPart[] {
  return Object.entries(isObject(document.paths) ? document.paths : {}).flatMap(([url, item]) =>
    methods.flatMap((method) => {
      const found = at(item, method);
      const id = at(found, 'x-operation');
      return isObject(found) && typeof id === 'string'
        ? [{ id, url, method, found, path: ['paths', url, method] }]
        : [];
    }),
  );
}

/** The parameters of an operation, with references followed. */
export function parametersOf(document: JsonObject, { found, path }: OperationPart): DocumentPart[] {
  const list = Array.isArray(found.parameters) ? found.parameters : [];
  return list.flatMap((_, index) => partAt(document, [...path, 'parameters', index]) ?? []);
}

/** The request body of an operation, if it has one. */
export const requestOf = (document: JsonObject, { path }: OperationPart): DocumentPart | undefined =>
  partAt(document, [...path, 'requestBody']);

/** The first successful response of an operation, and its status. */
export function successOf(document: JsonObject, { found, path }: OperationPart) {
  const { responses } = found;
  const status = Object.keys(isObject(responses) ? responses : {}).find((code) => code.startsWith('2'));
  const response = status === undefined ? undefined : partAt(document, [...path, 'responses', status]);
  return response && status !== undefined ? { ...response, status } : undefined;
}

/** The schema of a JSON body; it may be a reference. */
export function jsonSchemaOf({ found, path }: DocumentPart): DocumentPart | undefined {
  const steps = ['content', 'application/json', 'schema'];
  const schema = at(found, ...steps);
  return isObject(schema) ? { found: schema, path: [...path, ...steps] } : undefined;
}

function partAt(document: JsonObject, place: Path): DocumentPart | undefined {
  const { value, path } = follow(document, place);
  return isObject(value) ? { found: value, path } : undefined;
}
