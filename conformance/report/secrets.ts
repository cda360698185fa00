import { allSchemes, bearer } from '../../src/contract/security.ts';
import { curl, type SecretValue } from '../../src/http/curl.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import type { Environment } from '../../src/http/proxy-variables.ts';
import { isObject } from '../../src/json/json.ts';
import { percentEncoded } from '../../src/percent.ts';
import { credentialIn, withCredential, withoutCredential, writtenIn } from '../../src/secrets/credentials.ts';
import { secretsInHeader } from '../../src/secrets/exchange-secrets.ts';
import { isSecretHeader, redactionMark, shortest, usualNames } from '../../src/secrets/names.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import type { ContractAndTarget } from '../core/context.ts';
import type { Target } from '../core/target.ts';
import { shellQuoted } from './words.ts';

/** Marks the place of a token in a repeat line until its variable replaces it; no command line contains such a mark. */
const tokenPlace = (variable: string): string => `{token in ${variable}}`;

/** The shell variable that replaces a token that was read from no variable. */
const tokenVariable = 'TOKEN';

/** A value that is not shown: what it is called, and the shell variable that replaces it. */
type DeclaredSecret = SecretValue & { readonly called: string };

function tokensOf(target: Target): DeclaredSecret[] {
  const values = [['', target.token] as const, ...Object.entries(target.tokens)].flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const isOne = new Set(values.map(([, value]) => value)).size === 1;
  const named = values.map(([name, value]) => {
    const own = isOne || name === '' ? '' : `_${shellName(name)}`;
    return declaredSecret(target, value, tokenVariable + own, 'the token');
  });
  return [...new Map(named.map((one) => [one.value, one])).values()];
}

/** A value with the variable that it was read from; if it was read from none, with the given one. */
function declaredSecret(
  { origins }: Target,
  value: string,
  otherwise: string,
  called: string,
): DeclaredSecret {
  const origin = origins?.get(value);
  return { value, variable: origin && 'variable' in origin ? origin.variable : otherwise, called };
}

/** What the operator declared and a report must not show, with the shell variables that replace it. */
function declaredSecretsIn(target: Target): DeclaredSecret[] {
  const sets = Object.values(target.known).flatMap((one = []) => one);
  const fields = sets.flatMap((set) =>
    Object.entries(set).flatMap(([field, known]) =>
      isObject(known)
        ? Object.entries(known)
            .filter(([name]) => name !== 'type')
            .map(([name, value]) => ({ field, name, value }))
        : [],
    ),
  );
  const all = [
    ...tokensOf(target),
    ...target.headers.map(([name, value]) =>
      declaredSecret(target, value, headerVariable(name), `the header ${name}`),
    ),
    ...fields.flatMap(({ field, name, value }) =>
      typeof value === 'string'
        ? [declaredSecret(target, value, variableName(name), `the ${name} of ${field}`)]
        : [],
    ),
  ];
  return all
    .filter(({ value }) => value.length >= shortest)
    .sort((one, other) => other.value.length - one.value.length);
}

/** The values that a report must not contain: those of the target file, and the parts of headers that are secret by themselves. */
export const secretsOf = (target: Target): string[] => [
  ...declaredSecretsIn(target).map(({ value }) => value),
  ...tokensOf(target)
    .map(({ value }) => passwordIn(value))
    .filter(({ length }) => length >= shortest),
  ...target.headers
    .flatMap(([name, value]) => (isSecretHeader(name) ? secretsInHeader(name, value) : []))
    .filter(({ length }) => length >= shortest),
];

/** The password of `user:password`. */
const passwordIn = (value: string): string => value.replace(/^[^:]*:?/, '');

/**
 * The shell line that repeats a request to a target, without the secrets that `redact` finds. A token that somebody else sent is a
 * variable, too: whoever repeats it has one.
 */
export function repeatLine(
  { contract, target }: ContractAndTarget,
  sent: HttpRequest,
  isForeign: boolean,
  redact: (text: string) => string,
): string {
  const tokens = tokensOf(target);
  const otherwise = isForeign ? variableName('token') : undefined;
  const variables = [...tokens.map(({ variable }) => variable), ...(otherwise ? [otherwise] : [])];
  const places = variables.map((variable) => ({ value: tokenPlace(variable), variable }));
  let request = sent;
  let user: string | undefined;
  for (const scheme of [bearer, ...allSchemes(contract.operations)]) {
    const given = credentialIn(request, scheme);
    if (given === undefined) continue;
    const own = tokens.find(({ value }) => [value, writtenIn(scheme, value)].includes(given));
    const isToken = scheme.prefix === undefined || given.startsWith(`${scheme.prefix} `);
    const variable = own?.variable ?? (isToken ? otherwise : undefined);
    if (variable === undefined) continue;
    const isPassword = scheme.prefix === 'Basic';
    if (isPassword) user = tokenPlace(variable);
    request = isPassword
      ? withoutCredential(request, scheme)
      : withCredential(request, scheme, tokenPlace(variable));
  }
  const encoded = places.map(({ value }) => [percentEncoded(value), value] as const);
  const address = encoded.reduce((one, [from, to]) => one.replaceAll(from, to), request.target);
  return curl(
    target.baseUrl,
    { ...request, target: address },
    { secrets: [...places, ...declaredSecretsIn(target)], redact, user },
  );
}

/** Says to what to set the variables in some shell lines whose values come from no variable. */
export const variablesIn = (target: Target, lines: readonly string[]): string[] => [
  ...new Set(
    [...tokensOf(target), ...declaredSecretsIn(target)].flatMap(({ value, variable, called }) => {
      const origin = target.origins?.get(value);
      const isShown = lines.some((line) => line.includes(`"$${variable}"`));
      if (!isShown || !origin || !('place' in origin)) return [];
      const [, file, line] = /^(.+):(\d+)$/.exec(origin.place) ?? [];
      return [`set ${variable} to ${called} ${line ? `in line ${line} of ${file}` : `of ${origin.place}`}`];
    }),
  ),
];

/** Returns the shell variable that replaces a value of the target file with that name. */
const variableName = (name: string): string => `ASSAY_${shellName(name)}`;

const shellName = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');

/** What the command line says of the token and the headers of every request. */
export type CredentialOptions = {
  readonly token?: string;
  readonly header?: readonly (readonly [name: string, value: string])[];
};

/** The environment variable whose value this is: the shell replaced its name. A short value may be there by chance. */
export function variableWith(value: string, env: Environment): string | undefined {
  if (value.length < shortest) return undefined;
  const names = Object.keys(env).filter((name) => env[name] === value && /^[A-Za-z_]\w*$/.test(name));
  return names.find((name) => name.startsWith('ASSAY_')) ?? names[0];
}

/** The variable that replaces a header of the command line in commands and in a target file. */
export const headerVariable = (name: string): string => variableName(`header_${name}`);

/** Words of a command line that give the same token and headers from variables, ready for a shell: no value is shown. */
export const credentialWords = ({ token, header = [] }: CredentialOptions, env: Environment): string[] => [
  ...(token === undefined ? [] : [`--token "$${variableWith(token, env) ?? tokenVariable}"`]),
  ...header.map(
    ([name, value]) =>
      `--header ${shellQuoted(`${name}: `)}"$${variableWith(value, env) ?? headerVariable(name)}"`,
  ),
];

/** The words of a command with secret values redacted, in `--password=x`, `--password x` and `PASSWORD=x` alike. */
export function shownWords(words: readonly string[]): string[] {
  const { foreign } = createRedactor();
  return words.map((word, index) => {
    if (/\{(url|port|token)\}/.test(word)) return word;
    const [, name, value] = /^-*([\w-]+)=(.+)$/s.exec(word) ?? [];
    if (value !== undefined && isSecretName(name)) return word.slice(0, -value.length) + redactionMark;
    const [, option] = /^--?([\w-]+)$/.exec(words[index - 1] ?? '') ?? [];
    return isSecretName(option) && !word.startsWith('-') ? redactionMark : foreign(word);
  });
}

const isSecretName = (name = ''): boolean => usualNames.isField(name.replaceAll('-', '_'));
