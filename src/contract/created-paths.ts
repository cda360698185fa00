// Where operations find the record that another created.

import { at, type Json, stepsOf } from '../json/json.ts';
import { pathAbove } from '../path-template.ts';
import { percentEncoded } from '../percent.ts';
import { filledPath, type Operation, type OperationId } from './operations.ts';

/** A request and its response, as runtime expressions of Links read them. */
export type LinkSource = {
  readonly pathParameters: ReadonlyMap<string, string>;
  readonly queryParameters: ReadonlyMap<string, string>;
  readonly sent: () => Json | undefined;
  readonly shown: Json | undefined;
};

/** The value of a runtime expression, such as `$response.body#/id`; any other text is a value by itself. */
function expressed(text: string, source: LinkSource): unknown {
  const [, side, place, name = ''] = /^\$(request|response)\.(body#|path\.|query\.)(.*)$/.exec(text) ?? [];
  if (place === 'path.') return source.pathParameters.get(name);
  if (place === 'query.') return source.queryParameters.get(name);
  if (side === undefined) return text.startsWith('$') ? undefined : text;
  return at(side === 'response' ? source.shown : source.sent(), ...stepsOf(name));
}

/** The values that a Link of a creation gives to parameters of another operation; undefined if one is missing. */
export function linkedValues(
  creation: Operation,
  id: OperationId,
  names: readonly string[],
  source: LinkSource,
): readonly string[] | undefined {
  const link = creation.links.find(({ operation }) => operation === id);
  if (!link) return undefined;
  const values = names.map((name) => {
    const { [name]: plain, [`path.${name}`]: ofPath, [`query.${name}`]: ofQuery } = link.parameters;
    const stated = plain ?? ofPath ?? ofQuery;
    return typeof stated === 'string' ? expressed(stated, source) : stated;
  });
  return values.every((one) => one !== undefined && one !== null) ? values.map(String) : undefined;
}

/** The path at which an operation finds a record, from the creation that made it and the id that this returned. */
export function pathOfCreated(
  operation: Operation,
  creation: Operation,
  id: string,
  source: LinkSource,
): string | undefined {
  const { path, pathParameters } = operation;
  const linked = linkedValues(creation, operation.id, pathParameters, source);
  const isBelow = pathAbove(path) === creation.path;
  const above = [...source.pathParameters.values()];
  const values =
    linked ??
    pathParameters.map((name, index) => {
      if (index === pathParameters.length - 1) return id;
      return isBelow ? above[index] : source.pathParameters.get(name);
    });
  return values.every((one) => one !== undefined) ? filledPath(path, values.map(percentEncoded)) : undefined;
}
