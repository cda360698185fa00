import { join } from 'node:path';

/** The OpenAPI file of an example, by the name of its folder. */
export const exampleFile = (name: string): string =>
  join(import.meta.dirname, `../examples/${name}/openapi.yaml`);
