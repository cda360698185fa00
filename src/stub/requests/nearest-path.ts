import type { Operation } from '../../contract/contract.ts';
import { distance } from '../../nearest.ts';

/** The path that is served and most like another one. */
export type NearestPath = (path: string) => string;

/** Longer paths are compared by their beginning. */
const longest = 300;

/** Creates the search among the paths of operations; ids of the other path take the places of parameters. */
export function createNearestPath(operations: readonly Operation[], prefix: string): NearestPath {
  return (path) => {
    const start = path.slice(0, longest);
    const [nearest] = operations
      .map((operation) => filledIn(operation.path, start))
      .map((served) => ({ served, shared: sharedBy(served, start), apart: distance(served, start) }))
      .sort((one, other) => other.shared - one.shared || one.apart - other.apart);
    return prefix + (nearest?.served ?? '/');
  };
}

/** A path template with the ids of a path in its parameters, as far as there are any. */
function filledIn(template: string, path: string): string {
  const ids = path.match(uuid) ?? [];
  let next = 0;
  return template.replace(/\{[^}]*\}/g, (parameter) => ids[next++] ?? parameter);
}

const uuid = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi;

/** How many characters the steps have that are in both of two paths: a whole word says more than its letters. */
function sharedBy(served: string, path: string): number {
  const steps = new Set(path.split('/'));
  return [...new Set(served.split('/'))].filter((step) => steps.has(step)).join('').length;
}
