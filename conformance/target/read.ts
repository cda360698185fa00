import type { Environment } from '../../src/http/dispatcher.ts';
import { at, type Json, type Path } from '../../src/json/json.ts';
import { readYaml } from '../../src/yaml/yaml-file.ts';
import type { Origin, Origins } from '../core/target.ts';
import { checkBaseUrl } from './base-url.ts';
import { checkForm } from './check-form.ts';
import { checkProducts } from './contradictions.ts';
import {
  checkVariables,
  type Dispensable,
  expand,
  ownVariables,
  wholeVariable,
  withoutUnsetCredentials,
} from './environment.ts';
import { readPins } from './pins.ts';
import type { TargetFile } from './target-file.ts';

/** A target file as it was read, with a way to say where in it something is. */
export type ReadTarget = {
  readonly file: TargetFile;
  readonly where: (path: Path) => string;
  readonly origins: Origins;
};

/**
 * Reads a target file. Any mistake in it is a {@link UserError} that names file, line and what to do. Tokens and
 * headers that are dispensable are left out if their variables are not set. One that was found, and not named, may use
 * variables of assay alone.
 */
export async function readTarget(
  path: string,
  environment: Environment = process.env,
  { dispensable, isFound = false }: { readonly dispensable?: Dispensable; readonly isFound?: boolean } = {},
): Promise<ReadTarget> {
  const { value: written, where } = await readYaml(path);
  const usable = isFound ? ownVariables(environment) : environment;
  const value = dispensable ? withoutUnsetCredentials(written, usable, dispensable) : written;
  if (isFound) checkVariables(value, where);
  const file = checkForm(expand(value, usable, where), where);
  if (file.baseUrl !== undefined) checkBaseUrl(file.baseUrl, `${where(['baseUrl'])}: /baseUrl`);
  if (file.publicUrl !== undefined) checkBaseUrl(file.publicUrl, `${where(['publicUrl'])}: /publicUrl`);
  readPins(file.choices, where);
  checkProducts(file, where);
  return { file, where, origins: originsIn(file, value, where) };
}

/** Where the tokens, headers and payment values of a target file come from. */
function originsIn(file: TargetFile, written: Json, where: (path: Path) => string): Origins {
  const origins = new Map<string, Origin>();
  const take = (value: unknown, path: Path): void => {
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) take(inner, [...path, name]);
    if (typeof value !== 'string' || origins.has(value)) return;
    const variable = wholeVariable(at(written, ...path));
    origins.set(value, variable === undefined ? { place: where(path) } : { variable });
  };
  take(file.token, ['token']);
  take(file.headers, ['headers']);
  for (const [index, { payment }] of [file.subscription ?? {}].flat().entries())
    take(payment, ['subscription', ...(Array.isArray(file.subscription) ? [index] : []), 'payment']);
  return origins;
}
