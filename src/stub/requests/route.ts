import type { Operation, OperationId } from '../../contract/contract.ts';
import { pointerTo } from '../../json/pointer.ts';
import type { Choices } from '../choices/choices.ts';
import { choiceReason, type Reason } from '../replies/reason.ts';
import { type Rejection, reject } from '../replies/rejection.ts';
import type { NearestPath } from './nearest-path.ts';

/** The operation of a request and its path parameters. */
export type Route = {
  readonly operation: OperationId;
  readonly parameters: ReadonlyMap<string, string>;
};

/** Finds the operation for a method and a path below the base address. */
type Router = (method: string, path: string) => Route | Rejection;

/** Creates the router from the path templates of the contract. */
export function createRouter(
  operations: readonly Operation[],
  choices: Choices,
  nearestPath: NearestPath,
): Router {
  const templates = operations.map((operation) => ({ operation, steps: operation.path.split('/') }));
  const find: Router = (method, path) => {
    const steps = decodeSteps(choices['trailing-slash'] === 'served' ? path.replace(/(?<=.)\/$/, '') : path);
    if (!steps)
      return reject(400, [{ detail: 'the path contains an invalid percent sign', reason: unknownPath }]);
    const matches: { operation: Operation; parameters: Map<string, string> }[] = [];
    for (const { operation, steps: template } of templates) {
      const parameters = match(template, steps);
      if (parameters) matches.push({ operation, parameters });
    }
    const wanted = method === 'HEAD' && choices.head === 'served' ? 'GET' : method;
    const found = matches.find(({ operation }) => operation.method === wanted);
    if (found) return { operation: found.operation.id, parameters: found.parameters };
    if (matches.length === 0) return nothingAt(nearestPath(path), unknownPathReason(path));
    const status = choices['other-methods'];
    if (status === 404)
      return reject(404, [
        { detail: 'nothing is served at this path', reason: otherMethod(method, matches) },
      ]);
    const allowed = matches.map(({ operation }) => operation.method).join(', ');
    return reject(
      status,
      [{ detail: `this path allows only ${allowed}`, reason: otherMethod(method, matches) }],
      [['allow', allowed]],
    );
  };
  const literal = operations.filter(({ path }) => !path.includes('{'));
  const known = new Map(literal.map(({ method, path }) => [`${method} ${path}`, find(method, path)]));
  return (method, path) => known.get(`${method} ${path}`) ?? find(method, path);
}

const unknownPath: Reason = { clause: 'general/three-operations', pointer: '/paths' };

/** The rejection of a path, with the nearest that is served. */
export const nothingAt = (nearest: string, reason: Reason = unknownPath): Rejection =>
  reject(404, [
    { detail: `nothing is served at this path; the nearest is ${nearest}`, reason: { ...reason, nearest } },
  ]);

const unknownPathReason = (path: string): Reason =>
  path.endsWith('/') ? { ...unknownPath, ...choiceReason('trailing-slash') } : unknownPath;

const otherMethod = (method: string, [found]: readonly { readonly operation: Operation }[]): Reason => ({
  ...choiceReason(method === 'HEAD' ? 'head' : 'other-methods'),
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

/** The path parameters of a path; undefined if it does not match the template. */
export function match(
  template: readonly string[],
  steps: readonly string[],
): Map<string, string> | undefined {
  if (template.length !== steps.length) return undefined;
  const parameters = new Map<string, string>();
  for (let index = 0; index < template.length; index += 1) {
    const expected = template[index] ?? '';
    const step = steps[index] ?? '';
    // A slash at the end begins no value.
    const isMissing = step === '' && index === template.length - 1;
    if (expected.startsWith('{') && !isMissing) parameters.set(expected.slice(1, -1), step);
    else if (expected !== step) return undefined;
  }
  return parameters;
}
