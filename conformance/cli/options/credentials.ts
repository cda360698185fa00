import { type Command, Option } from 'commander';
import { UserError } from '../../../src/errors.ts';
import type { Origins } from '../../core/target.ts';
import { type CredentialOptions, variableWith } from '../../report/secrets.ts';
import type { TargetFile } from '../../target/target-file.ts';
import type { Dispensable } from '../../target/variables.ts';
import type { Io } from '../io/io.ts';

/** No environment variable sets these: a target file names the variables that it uses. */
export const credentialOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--token <token>',
        'what lets every request in: a bearer token, an API key or user:password; if there is no target file, the default is ASSAY_TOKEN',
      ).argParser(readToken),
    )
    .addOption(
      new Option(
        "--header <'name: value'>",
        'a header of every request, in addition to those of the target file; may be repeated',
      ).argParser(readHeader),
    );

// The messages do not repeat the value, since it may be a secret.
function readToken(text: string): string {
  if (isTokenText(text)) return text;
  throw new UserError('--token is empty or contains a character that a header must not contain; correct it.');
}

/** An API key may be written as `Token …`. */
const isTokenText = (text: string): boolean => /^(?!(?:bearer|basic) )[!-~]+(?: [!-~]+)?$/i.test(text);

function readHeader(
  text: string,
  before: CredentialOptions['header'] = [],
): NonNullable<CredentialOptions['header']> {
  const [, name, value] =
    /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\u0080-\u00ff]*?)[ \t]*$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UserError("a --header is not NAME: VALUE; write it in one argument, such as 'X-Tenant: eu'.");
  return [...before, [name, value]];
}

/** Adds the token and the headers of the command line. ASSAY_TOKEN counts only without a target file. */
export function withCredentials(
  file: TargetFile,
  { token, header = [] }: CredentialOptions,
  { env, hasFile }: { readonly env: Io['env']; readonly hasFile: boolean },
): TargetFile {
  const { ASSAY_TOKEN: own } = env;
  if (token === undefined && !hasFile && own && !isTokenText(own))
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

/** Which credentials of a target file may be missing, since the command line gives them. */
export const givenIn = ({ token, header = [] }: CredentialOptions): Dispensable => ({
  token: token !== undefined,
  headers: new Set(header.map(([name]) => name.toLowerCase())),
});

/** Where the credentials of the command line and of ASSAY_TOKEN were read from. */
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
