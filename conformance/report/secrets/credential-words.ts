import type { Environment } from '../../../src/http/connections.ts';
import { shortest } from '../../../src/secrets/names.ts';
import { shellWord } from '../text/words.ts';
import { tokenVariable, variableOf } from './declared-secrets.ts';

/** A header as it is given on the command line. */
export type GivenHeader = readonly [name: string, value: string];

/** What the command line says of the token and the headers of every request. */
export type CredentialOptions = {
  readonly token?: string;
  readonly header?: readonly GivenHeader[];
};

/** The environment variable whose value this is: the shell replaced its name. A short value may be there by chance. */
export function variableWith(value: string, env: Environment): string | undefined {
  if (value.length < shortest) return undefined;
  const names = Object.keys(env).filter((name) => env[name] === value && /^[A-Za-z_]\w*$/.test(name));
  return names.find((name) => name.startsWith('ASSAY_')) ?? names[0];
}

/** The variable that replaces a header of the command line in commands and in a target file. */
export const headerVariable = (name: string): string => variableOf(`header_${name}`);

/** Words of a command line that give the same token and headers from variables, ready for a shell: no value is shown. */
export const credentialWords = ({ token, header = [] }: CredentialOptions, env: Environment): string[] => [
  ...(token === undefined ? [] : [`--token "$${variableWith(token, env) ?? tokenVariable}"`]),
  ...header.map(
    ([name, value]) =>
      `--header ${shellWord(`${name}: `)}"$${variableWith(value, env) ?? headerVariable(name)}"`,
  ),
];
