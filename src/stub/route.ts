import type { Operation, OperationId } from '../contract/contract.ts';
import { pointerTo } from '../contract/pointer.ts';
import type { Choices } from './choices.ts';
import { type Refusal, refuse } from './refusal.ts';
import { chosen, type Why } from './why.ts';

/** The operation a request is for, and the values its path gives to the template's parameters. */
export type Route = {
  readonly operation: OperationId;
  readonly parameters: ReadonlyMap<string, string>;
};

/** Finds the operation for a method and a path below the base address. */
export type Router = (method: string, path: string) => Route | Refusal;

/** Builds the router from the path templates of the contract. */
export function createRouter(operations: readonly Operation[], choices: Choices): Router {
  const templates = operations.map((operation) => ({ operation, steps: operation.path.split('/') }));
  return (method, path) => {
    const steps = decodeSteps(choices['trailing-slash'] === 'served' ? path.replace(/(?<=.)\/$/, '') : path);
    if (!steps)
      return refuse(400, [{ detail: 'the path holds a percent sign that encodes nothing', why: stray }]);
    const matches: { operation: Operation; parameters: Map<string, string> }[] = [];
    for (const { operation, steps: template } of templates) {
      const parameters = match(template, steps);
      if (parameters) matches.push({ operation, parameters });
    }
    const wanted = method === 'HEAD' && choices.head === 'served' ? 'GET' : method;
    const found = matches.find(({ operation }) => operation.method === wanted);
    if (found) return { operation: found.operation.id, parameters: found.parameters };
    if (matches.length === 0 || choices['other-methods'] === 404) {
      const why = matches.length > 0 ? otherMethod(method, matches) : strayPath(path);
      return refuse(404, [{ detail: 'nothing is served at this path', why }]);
    }
    const allowed = matches.map(({ operation }) => operation.method).join(', ');
    return refuse(
      405,
      [{ detail: `this path takes ${allowed} only`, why: otherMethod(method, matches) }],
      [['allow', allowed]],
    );
  };
}

const stray: Why = { clause: 'general-three-operations', pointer: '/paths' };

const strayPath = (path: string): Why =>
  path.endsWith('/') ? { ...stray, ...chosen('trailing-slash') } : stray;

const otherMethod = (method: string, [found]: readonly { readonly operation: Operation }[]): Why => ({
  ...chosen(method === 'HEAD' ? 'head' : 'other-methods'),
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

/** The values that a path gives to the parameters of a template; undefined where it does not fit. */
export function match(
  template: readonly string[],
  steps: readonly string[],
): Map<string, string> | undefined {
  if (template.length !== steps.length) return undefined;
  const parameters = new Map<string, string>();
  for (let index = 0; index < template.length; index += 1) {
    const expected = template[index] ?? '';
    const step = steps[index] ?? '';
    if (expected.startsWith('{')) parameters.set(expected.slice(1, -1), step);
    else if (expected !== step) return undefined;
  }
  return parameters;
}
