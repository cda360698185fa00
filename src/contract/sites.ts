import { at, isObject, type JsonObject, type Path } from '../wire/json.ts';
import { follow } from './references.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Something of the document, and where it stands. */
export type Placed = { readonly found: JsonObject; readonly path: Path };

/** An operation as it stands in the document. */
export type Site = Placed & {
  readonly id: string;
  /** The path its calls go to. */
  readonly url: string;
  readonly method: string;
};

/** Every operation of a document that has an operationId. */
export function sitesIn(document: JsonObject): Site[] {
  return Object.entries(isObject(document.paths) ? document.paths : {}).flatMap(([url, item]) =>
    methods.flatMap((method) => {
      const found = at(item, method);
      return isObject(found) && typeof found.operationId === 'string'
        ? [{ id: found.operationId, url, method, found, path: ['paths', url, method] }]
        : [];
    }),
  );
}

/** The parameters of an operation, references followed. */
export function parametersOf(document: JsonObject, { found, path }: Site): Placed[] {
  const list = Array.isArray(found.parameters) ? found.parameters : [];
  return list.flatMap((_, index) => placedAt(document, [...path, 'parameters', index]) ?? []);
}

/** The request body of an operation, where it has one. */
export const requestOf = (document: JsonObject, { path }: Site): Placed | undefined =>
  placedAt(document, [...path, 'requestBody']);

/** The first successful answer of an operation, and the status it is stated for. */
export function successOf(document: JsonObject, { found, path }: Site) {
  const { responses } = found;
  const status = Object.keys(isObject(responses) ? responses : {}).find((code) => code.startsWith('2'));
  const answer = status === undefined ? undefined : placedAt(document, [...path, 'responses', status]);
  return answer && status !== undefined ? { ...answer, status } : undefined;
}

/** The schema of a JSON body, as it stands there: it may be a reference. */
export function jsonSchemaOf({ found, path }: Placed): Placed | undefined {
  const steps = ['content', 'application/json', 'schema'];
  const schema = at(found, ...steps);
  return isObject(schema) ? { found: schema, path: [...path, ...steps] } : undefined;
}

function placedAt(document: JsonObject, place: Path): Placed | undefined {
  const { value, path } = follow(document, place);
  return isObject(value) ? { found: value, path } : undefined;
}
