import { isObject, type JsonObject, objectIn, type Path } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { isNeeded } from './needed-parameters.ts';
import {
  jsonTypeOf,
  type OperationPart,
  operationsIn,
  parametersOf,
  partAt,
  requestOf,
  successOf,
} from './openapi.ts';
import type { OperationId, WithOperations } from './operations.ts';
import { unservedSchemes } from './security.ts';
import { describedRejections } from './statuses.ts';

/** A part of a contract that assay can read, and no rule checks. */
export type Unchecked = {
  /** What it is, such as `the keyword not`. */
  readonly what: string;
  /** The file, from the folder of the contract, and the line. */
  readonly where: string;
};

/** What of the operations of a document no rule checks; of schemas, the list of constraints notes it. */
export function uncheckedParts(document: JsonObject, contract: WithOperations, where: Where): Unchecked[] {
  const note = (what: string, path: Path): Unchecked => ({ what, where: where(path) });
  const ofOperations = operationsIn(document).flatMap((part) => {
    const { id, method, url, path } = part;
    return isChecked(contract, id)
      ? uncheckedOf(document, contract, part).map(([what, place]) => note(what, place))
      : [note(`the operation ${method.toUpperCase()} ${url}`, path)];
  });
  const hooks = Object.keys(objectIn(document.webhooks));
  return [...ofOperations, ...hooks.map((name) => note(`the webhook ${name}`, ['webhooks', name]))];
}

const isChecked = ({ operations }: WithOperations, id: OperationId): boolean =>
  operations[id] !== undefined && operations[id].kind !== 'other';

function uncheckedOf(
  document: JsonObject,
  { operations }: WithOperations,
  part: OperationPart,
): (readonly [what: string, path: Path])[] {
  const { found, path, id } = part;
  const request = requestOf(document, part);
  const success = successOf(document, part);
  const rejections = describedRejections({ document }, { place: path });
  const mediaTypes = [request, success].flatMap((body) =>
    Object.keys(objectIn(body?.found.content))
      .filter((type) => body && type !== jsonTypeOf(body))
      .map((type) => [`the media type ${type}`, [...(body?.path ?? []), 'content', type]] as const),
  );
  const statuses = Object.keys(objectIn(found.responses))
    .filter((status) => ![success?.status, ...rejections].includes(status) && !status.startsWith('x-'))
    .flatMap((status) => {
      const other = partAt(document, [...path, 'responses', status]);
      return other && isObject(other.found.content)
        ? [[`the body of the status ${status}`, [...path, 'responses', status]] as const]
        : [];
    });
  // Of parameters in a query, rules know those of listings.
  const places = operations[id]?.kind === 'list' ? ['header', 'cookie'] : ['header', 'cookie', 'query'];
  const parameters = parametersOf(document, part)
    .filter(({ found: one }) => places.includes(String(one.in)) || one.in === 'querystring')
    .filter(({ found: one }) => !(one.in === 'header' && /^if-(none-)?match$/i.test(String(one.name))))
    .map(({ found: one, path: place }) => {
      const what = `the ${one.in} parameter ${one.name}`;
      // That it is there is checked.
      return [isNeeded(one) ? `the value of ${what}` : what, place] as const;
    });
  const schemes = unservedSchemes(document, found).map(
    (what) => [what, found.security === undefined ? ['security'] : [...path, 'security']] as const,
  );
  const callbacks = Object.keys(objectIn(found.callbacks)).map(
    (name) => [`the callback ${name}`, [...path, 'callbacks', name]] as const,
  );
  return [...parameters, ...schemes, ...mediaTypes, ...statuses, ...callbacks];
}

export type UncheckedCounts = {
  /** How many operations the contract has, and how many of them no rule checks. */
  readonly operations: number;
  readonly unchecked: number;
  /** How many parts of other operations no rule checks. */
  readonly parts: number;
};

export function uncheckedCounts(
  contract: WithOperations & { readonly document: JsonObject; readonly unchecked?: readonly Unchecked[] },
): UncheckedCounts {
  const all = operationsIn(contract.document);
  const unchecked = all.filter(({ id }) => !isChecked(contract, id)).length;
  return { operations: all.length, unchecked, parts: (contract.unchecked?.length ?? 0) - unchecked };
}
