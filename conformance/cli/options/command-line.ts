import { isSecretField, redactionMark } from '../../../src/secrets/names.ts';
import { createRedactor } from '../../../src/secrets/redactor.ts';
import { credentialWords } from '../../report/secrets/credential-words.ts';
import { launcherOf } from '../../report/text/launcher.ts';
import { shellWord } from '../../report/text/words.ts';
import type { Io } from '../io/io.ts';
import type { CheckFlags } from './check-options.ts';
import { targetWords } from './judging-options.ts';

/** The command line that checks the same target again, started as this one was. */
export function commandFor(
  env: Io['env'],
  baseUrl: string | undefined,
  { node = [], stub, runs, insecure, allowWrites, token, header, ...judging }: CheckFlags,
): string {
  const words = [
    ...(baseUrl === undefined ? [] : [baseUrl]),
    ...(stub ? ['--stub'] : []),
    ...targetWords(judging),
    ...node.flatMap((one) => ['--node', one]),
    ...(runs === 1 ? [] : ['--runs', String(runs)]),
    ...(insecure ? ['--insecure'] : []),
    ...(allowWrites ? ['--allow-writes'] : []),
  ];
  const given = { ...(token === undefined ? {} : { token }), ...(header === undefined ? {} : { header }) };
  return [launcherOf(env), 'check', ...words.map(shellWord), ...credentialWords(given, env)].join(' ');
}

/**
 * The words of a command as they are shown: values that their names call secret are redacted, in `--password=x`, `--password x` and
 * `PASSWORD=x` alike. The templates `{url}`, `{port}` and `{token}` hold no secret.
 */
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

const isSecretName = (name = ''): boolean => isSecretField(name.replaceAll('-', '_'));
