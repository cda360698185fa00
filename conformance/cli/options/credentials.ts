import { type Command, Option } from 'commander';
import { UserError } from '../../../src/errors.ts';
import type { Origins } from '../../core/target.ts';
import {
  type CredentialOptions,
  type GivenHeader,
  variableWith,
} from '../../report/secrets/credential-words.ts';
import type { Dispensable } from '../../target/environment.ts';
import type { TargetFile } from '../../target/target-file.ts';
import type { Io } from '../io/io.ts';

/** Adds `--token` and `--header`. No variable of assay sets them: a target file says itself which variables it uses. */
export const credentialOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--token <token>',
        'the bearer token of every request; if there is no target file, the default is ASSAY_TOKEN',
      ).argParser(readToken),
    )
    .addOption(
      new Option(
        "--header <'name: value'>",
        'a header of every request, in addition to those of the target file; may be repeated',
      ).argParser(readHeader),
    );

// What is wrong is not repeated, since it may be a secret.
function readToken(text: string): string {
  if (isToken(text)) return text;
  throw new UserError('--token is empty or contains a character that a header must not contain; correct it.');
}

const isToken = (text: string): boolean => /^[!-~]+$/.test(text);

function readHeader(text: string, before: readonly GivenHeader[] = []): readonly GivenHeader[] {
  const [, name, value] =
    /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\u0080-\u00ff]*?)[ \t]*$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UserError("a --header is not NAME: VALUE; write it in one argument, such as 'X-Tenant: eu'.");
  return [...before, [name, value]];
}

/**
 * A target file with the token and the headers of the command line, which come first. Without a file, the token is
 * taken from ASSAY_TOKEN; a file says itself where its token is.
 */
export function withCredentials(
  file: TargetFile,
  { token, header = [] }: CredentialOptions,
  { env, hasFile }: { readonly env: Io['env']; readonly hasFile: boolean },
): TargetFile {
  const { ASSAY_TOKEN: own } = env;
  if (token === undefined && !hasFile && own && !isToken(own))
    throw new UserError('ASSAY_TOKEN contains a character that a header must not contain; correct it.');
  const used = token ?? (hasFile ? undefined : own || undefined);
  const given = new Set(header.map(([name]) => name.toLowerCase()));
  const kept = Object.entries(file.headers ?? {}).filter(([name]) => !given.has(name.toLowerCase()));
  return {
    ...file,
    ...(used === undefined ? {} : { token: used }),
    headers: Object.fromEntries([...kept, ...header]),
  };
}

/** What a target file need not give, since the command line does. */
export const givenIn = ({ token, header = [] }: CredentialOptions): Dispensable => ({
  token: token !== undefined,
  headers: new Set(header.map(([name]) => name.toLowerCase())),
});

/** Where the token and the headers of the command line come from: the variable with that value, or their option. */
export function originsOf({ token, header = [] }: CredentialOptions, env: Io['env']): Origins {
  const given = [
    ...(token === undefined ? [] : [['--token', token] as const]),
    ...header.map(([, value]) => ['--header', value] as const),
    ...(env.ASSAY_TOKEN ? [['ASSAY_TOKEN', env.ASSAY_TOKEN] as const] : []),
  ];
  return new Map(
    given.map(([place, value]) => {
      const variable = variableWith(value, env);
      return [value, variable === undefined ? { place } : { variable }];
    }),
  );
}
