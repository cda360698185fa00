import type { Operation } from '../contract/operations.ts';
import { allSchemes, type SecurityScheme } from '../contract/security.ts';
import {
  type Header,
  type HttpRequest,
  header,
  withChangedPairs,
  withoutHeader,
  withPair,
} from '../http/exchange.ts';
import { percentEncoded } from '../percent.ts';
import { redactionMark } from './names.ts';

type CredentialPlaces = Pick<HttpRequest, 'target' | 'headers'>;

type Secured = { readonly operations: Parameters<typeof allSchemes>[0] };

/** A request with a credential: a token, a key, or `user:password`. */
export function withCredential<T extends CredentialPlaces>(
  request: T,
  scheme: SecurityScheme,
  value: string,
): T {
  const others = withoutCredential(request, scheme);
  if (scheme.in === 'query') {
    const pair = `${percentEncoded(scheme.field)}=${percentEncoded(value)}`;
    return { ...others, target: withPair(others.target, pair) };
  }
  if (scheme.in === 'cookie') {
    const cookies = [header(others.headers, 'cookie') ?? [], `${scheme.field}=${value}`].flat();
    return {
      ...others,
      headers: [...withoutHeader(others.headers, 'cookie'), ['cookie', cookies.join('; ')]],
    };
  }
  return { ...others, headers: [[scheme.field, writtenIn(scheme, value)], ...others.headers] };
}

/** A credential as a header has it. */
export const writtenIn = ({ prefix }: Pick<SecurityScheme, 'prefix'>, value: string): string => {
  if (prefix === undefined) return value;
  return `${prefix} ${prefix === 'Basic' ? Buffer.from(value).toString('base64') : value}`;
};

/** A request without the credential of a scheme. */
export const withoutCredential = <T extends CredentialPlaces>(request: T, scheme: SecurityScheme): T =>
  withChangedValues(request, scheme, () => undefined);

/** What a request has in the place of a scheme, with the scheme of Authorization; undefined if it has nothing there. */
export function credentialIn(
  { target, headers }: CredentialPlaces,
  scheme: SecurityScheme,
): string | undefined {
  if (scheme.in === 'header') return header(headers, scheme.field)?.trim();
  const found: string[] = [];
  withChangedValues({ target, headers }, scheme, (value) => {
    found.push(value);
    return undefined;
  });
  return found[0];
}

/** A request without its credentials of some schemes. */
export const withoutCredentials = <T extends CredentialPlaces>(
  request: T,
  schemes: readonly SecurityScheme[],
): T => schemes.reduce<T>((one, scheme) => withoutCredential(one, scheme), request);

/** A request with what was invented for each scheme of a way in. */
export const withInvented = <T extends CredentialPlaces>(request: T, way: readonly SecurityScheme[]): T =>
  way.reduce<T>((one, scheme) => withCredential(one, scheme, inventedFor(scheme)), request);

/** Whether a request has a credential that was invented for a scheme of an operation. */
export const hasInvented = ({ security }: Pick<Operation, 'security'>, request: CredentialPlaces): boolean =>
  security.flat().some((scheme) => credentialIn(request, scheme) === writtenIn(scheme, inventedFor(scheme)));

/** Whether a request has all that one way into an operation needs, and nothing that was invented. */
export const mayBeLetIn = ({ security }: Pick<Operation, 'security'>, request: CredentialPlaces): boolean =>
  security.length === 0 ||
  (!hasInvented({ security }, request) &&
    security.some((way) =>
      way.every((scheme) => {
        const given = credentialIn(request, scheme);
        return given !== undefined && (scheme.prefix === undefined || given.startsWith(`${scheme.prefix} `));
      }),
    ));

/** A request without the values of keys that a contract places in headers, queries and cookies; names stay. */
export const withoutKeys = <T extends CredentialPlaces>(contract: Secured, request: T): T =>
  allSchemes(contract.operations)
    .filter(({ prefix }) => prefix === undefined)
    .reduce((one, scheme) => withChangedValues(one, scheme, () => redactionMark), request);

/** The values of keys in a request that a contract places in headers, queries and cookies. */
export const keysIn = (contract: Secured, request: CredentialPlaces): string[] =>
  allSchemes(contract.operations).flatMap((scheme) =>
    scheme.prefix === undefined ? (credentialIn(request, scheme) ?? []) : [],
  );

/** A request with other credentials where a security scheme has them; undefined removes one. */
function withChangedValues<T extends CredentialPlaces>(
  request: T,
  { in: place, field }: SecurityScheme,
  change: (value: string) => string | undefined,
): T {
  const { target, headers } = request;
  const changedPair = (value: string, pair: string): string[] => {
    const changed = change(value);
    return changed === undefined ? [] : [`${pair.split('=', 1)[0]}=${changed}`];
  };
  if (place === 'query') return { ...request, target: withChangedPairs(target, field, changedPair) };
  const changedIn = (value: string): string | undefined => {
    if (place === 'header') return change(value);
    const pairs = value.split(/;\s*/).flatMap((pair) => {
      const [own = '', ...rest] = pair.split('=');
      return own.trim() === field ? changedPair(rest.join('='), pair) : [pair];
    });
    return pairs.length === 0 ? undefined : pairs.join('; ');
  };
  const changed = headers.flatMap(([name, value]): Header[] => {
    const inHeader = name.toLowerCase() === (place === 'cookie' ? 'cookie' : field);
    const written = inHeader ? changedIn(value) : value;
    return written === undefined ? [] : [[name, written]];
  });
  return { ...request, headers: changed };
}

/** A made-up credential, for schemes of which any is taken. */
export const inventedFor = ({ prefix }: SecurityScheme): string =>
  prefix === 'Basic' ? 'anyone:' : 'assay-made-this-up';

/** A credential of one scheme for the stub, which lets no request in where the contract names another one. */
export const credentialOf = ({ name }: SecurityScheme): string => `credential-of-${name}`;
