// Paths of an OpenAPI document, such as `/users/{id}/orders`.

/** Whether a path ends with the id of a record; Django writes a slash after it. */
export const isOfRecord = (path: string): boolean => /\}\/?$/.test(path);

/** The path without the id of a record at its end. */
export const pathAbove = (path: string): string => path.replace(/\/\{[^}]+\}(\/?)$/, '$1');

/** The last step that is not a parameter: `/users/{id}/orders` is about `orders`. Undefined if all are. */
export const resourceIn = (path: string): string | undefined =>
  path.split('/').findLast((step) => step !== '' && !step.startsWith('{'));
