// Paths of an OpenAPI document, such as `/users/{id}/orders`.

import { percentEncoded } from './percent.ts';

/** Whether a path ends with the id of a record; Django writes a slash after it. */
export const isOfRecord = (path: string): boolean => /\}\/?$/.test(path);

/** The path without the id of a record at its end. */
export const pathAbove = (path: string): string => path.replace(/\/\{[^}]+\}(\/?)$/, '$1');

/** The path of the records that a parameter of a path is the id of; empty without such a parameter. */
export const pathBefore = (path: string, parameter: string | undefined): string =>
  path.slice(0, Math.max(0, path.indexOf(`/{${parameter}}`)));

/** The first of the parameters of a path that is filled with its own name, since no value of it is known. */
export const unfilledIn = (path: string, parameters: readonly string[]): string | undefined =>
  parameters.find((name) => path.includes(percentEncoded(`{${name}}`)));

/** The last step that is not a parameter: `/users/{id}/orders` is about `orders`. Undefined if all are. */
export const resourceIn = (path: string): string | undefined =>
  path.split('/').findLast((step) => step !== '' && !step.startsWith('{'));
