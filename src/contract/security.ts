import { at, isObject, type JsonObject, type Path, stepsOf } from '../json/json.ts';
import { onceFor } from '../once.ts';
import { pointerOf } from './references.ts';

/** Where a request has a credential, and in which form. */
export type SecurityScheme = {
  /** Its name in the contract. */
  readonly name: string;
  readonly in: 'header' | 'query' | 'cookie';
  /** The header, the parameter or the cookie; headers in lower case. */
  readonly field: string;
  /** The scheme of the header Authorization; an API key has none. */
  readonly prefix?: 'Bearer' | 'Basic';
};

export const bearer: SecurityScheme = { name: '', in: 'header', field: 'authorization', prefix: 'Bearer' };
const basic: SecurityScheme = { ...bearer, prefix: 'Basic' };

/** An operation, as far as its security goes. */
type Secured = { readonly security: readonly (readonly SecurityScheme[])[] };

/** The ways in which the contract lets requests to an operation in; none if that is not specified. */
export function waysIn(document: JsonObject, operation: JsonObject): Secured['security'] {
  return requirementsOf(document, operation).flatMap((requirement) => {
    const schemes = Object.keys(requirement).map((name) => schemeNamed(document, name));
    // Of credentials that no request shows, such as certificates, nothing is known.
    const shown = schemes.filter((one) => typeof one === 'object');
    return schemes.length > 0 && shown.length === 0 ? [] : [shown];
  });
}

/** The schemes of an operation of which nothing is checked, with what they are. */
export const unservedSchemes = (document: JsonObject, operation: JsonObject): readonly string[] =>
  requirementsOf(document, operation).flatMap((requirement) =>
    Object.keys(requirement).flatMap((name) => {
      const scheme = schemeNamed(document, name);
      return typeof scheme === 'string' ? `the security scheme ${name} (${scheme})` : [];
    }),
  );

function requirementsOf(document: JsonObject, operation: JsonObject): readonly JsonObject[] {
  const security = operation.security ?? document.security;
  return Array.isArray(security) ? security.filter(isObject) : [];
}

/** A scheme, or in words what it is if no request shows it. */
function schemeNamed(document: JsonObject, name: string): SecurityScheme | string {
  const path: Path = ['components', 'securitySchemes', name];
  const found = schemeTarget(document, at(document, ...path));
  if (!isObject(found)) return 'not declared under components';
  const { type, scheme, in: place, name: field } = found;
  const http = String(scheme).toLowerCase();
  if (type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && http === 'bearer'))
    return { ...bearer, name };
  if (type === 'http' && http === 'basic') return { ...basic, name };
  if (type === 'apiKey' && typeof field === 'string' && (place === 'query' || place === 'cookie'))
    return { name, in: place, field };
  if (type === 'apiKey' && typeof field === 'string' && place === 'header')
    return { name, in: place, field: field.toLowerCase() };
  return type === 'http' ? `http ${scheme}` : String(type);
}

const schemeTarget = (document: JsonObject, found: unknown): unknown =>
  isObject(found) && typeof found.$ref === 'string' ? at(document, ...stepsOf(pointerOf(found.$ref))) : found;

/** Whether an operation lets no request in without a credential. */
export const needsCredentials = ({ security }: Secured): boolean =>
  security.length > 0 && security.every((way) => way.length > 0);

/** The schemes of an operation, each once. */
export const schemesOf = onceFor(({ security }: Secured): readonly SecurityScheme[] => [
  ...new Map(security.flat().map((one) => [one.name, one])).values(),
]);

/** All schemes of a contract. */
export const allSchemes = onceFor((operations: Readonly<Record<string, Secured>>) => [
  ...new Map(
    Object.values(operations)
      .flatMap(schemesOf)
      .map((one) => [one.name, one]),
  ).values(),
]);

/** A scheme of the header Authorization that an operation does not take; undefined if it takes each. */
export function otherScheme(operation: Secured): SecurityScheme | undefined {
  const taken = schemesOf(operation).filter(({ field }) => field === 'authorization');
  return [basic, bearer].find(
    (one) => !taken.some(({ prefix }) => prefix === undefined || prefix === one.prefix),
  );
}
