import type { OperationPart } from '../contract/openapi.ts';
import {
  everyOperation,
  filledPath,
  type Operation,
  type OperationId,
  type WithOperations,
} from '../contract/operations.ts';
import { type Header, type HttpRequest, header, pathIn } from '../http/exchange.ts';
import { pointerTo } from '../json/json.ts';
import { isUuid } from '../json/uuid.ts';
import { distance } from '../words.ts';
import type { Choices } from './choices.ts';
import { choiceReason, type Reason, type Rejection, reject } from './responses.ts';

const longestPath = 300;

/** Creates a function that finds the most similar path that is served, with the ids of the given path. */
export function createNearestPath(
  operations: readonly Operation[],
  prefix: string,
): (path: string) => string {
  return (path) => {
    const start = path.slice(0, longestPath);
    const [nearest] = operations
      .map((operation) => filledPath(operation.path, start.split('/').slice(1).filter(isUuid)))
      .map((served) => ({ served, shared: sharedSteps(served, start), apart: distance(served, start) }))
      .sort((one, other) => other.shared - one.shared || one.apart - other.apart);
    return prefix + (nearest?.served ?? '/');
  };
}

/** Whole steps in common count more than letters. */
function sharedSteps(served: string, path: string): number {
  const steps = new Set(path.split('/'));
  return [...new Set(served.split('/'))].filter((step) => steps.has(step)).join('').length;
}

type Route = {
  readonly operation: Operation;
  readonly parameters: ReadonlyMap<string, string>;
};

type Router = (method: string, path: string) => Route | Rejection;

/** Finds the operation of a request, or says why there is none. `unread` are those that assay cannot read. */
export function createRouter(
  operations: readonly Operation[],
  unread: readonly Pick<OperationPart, 'method' | 'url'>[],
  choices: Choices,
  nearestPath: (path: string) => string,
): Router {
  const templates = operations.map((operation) => ({ operation, steps: operation.path.split('/') }));
  const find: Router = (method, path) => {
    const steps = decodeSteps(choices['trailing-slash'] === 'served' ? path.replace(/(?<=.)\/$/, '') : path);
    if (!steps)
      return reject(400, [{ detail: 'the path contains an invalid percent sign', reason: unknownPath }]);
    const matches = templates.flatMap(({ operation, steps: template }): Route[] => {
      const parameters = match(template, steps);
      return parameters ? [{ operation, parameters }] : [];
    });
    const found = matches.find(({ operation }) => operation.method === method);
    if (found) return found;
    const left = unread.find(
      (one) => one.method.toUpperCase() === method && match(one.url.split('/'), steps),
    );
    if (left)
      return reject(501, [
        { detail: `the stub does not serve ${method} ${left.url}: assay cannot read its bodies` },
      ]);
    if (matches.length === 0) return nothingAt(nearestPath(path), unknownPathReason(path));
    const allowed = matches.map(({ operation }) => operation.method).join(', ');
    return reject(
      405,
      [{ detail: `this path allows only ${allowed}`, reason: otherMethod(matches) }],
      [['allow', allowed]],
    );
  };
  const literal = operations.filter(({ path }) => !path.includes('{'));
  const known = new Map(literal.map(({ method, path }) => [`${method} ${path}`, find(method, path)]));
  return (method, path) => known.get(`${method} ${path}`) ?? find(method, path);
}

const unknownPath: Reason = { pointer: '/paths' };

export const nothingAt = (nearest: string, reason: Reason = unknownPath): Rejection =>
  reject(404, [
    { detail: `nothing is served at this path; the nearest is ${nearest}`, reason: { ...reason, nearest } },
  ]);

const unknownPathReason = (path: string): Reason =>
  path.endsWith('/') ? { ...unknownPath, ...choiceReason('trailing-slash') } : unknownPath;

const otherMethod = ([found]: readonly Route[]): Reason => ({
  pointer: pointerTo(['paths', found?.operation.path ?? '']),
});

function decodeSteps(path: string): string[] | undefined {
  if (!path.includes('%')) return path.split('/');
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function match(template: readonly string[], steps: readonly string[]): Map<string, string> | undefined {
  if (template.length !== steps.length) return undefined;
  const parameters = new Map<string, string>();
  for (let index = 0; index < template.length; index += 1) {
    const expected = template[index] ?? '';
    const step = steps[index] ?? '';
    const isMissing = step === '' && index === template.length - 1;
    if (expected.startsWith('{') && !isMissing) parameters.set(expected.slice(1, -1), step);
    else if (expected !== step) return undefined;
  }
  return parameters;
}

export type OperationOf = (request: HttpRequest) => OperationId | undefined;

export function createOperationOf(contract: WithOperations, prefix: string): OperationOf {
  const templates = everyOperation(contract).map(({ id, method, path }) => ({
    id,
    method,
    steps: `${prefix}${path}`.split('/'),
  }));
  return ({ method, target }) => {
    const steps = pathIn(target).split('/');
    const found = templates.filter((template) => match(template.steps, steps));
    return (found.find((template) => template.method === method) ?? found[0])?.id;
  };
}

export function baseAddress(headers: readonly Header[]): string {
  const host = header(headers, 'host');
  return `http://${host !== undefined && /^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
}
