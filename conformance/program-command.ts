import { relative } from 'node:path';
import type { Environment } from '../src/http/dispatcher.ts';
import type { Origin, Origins } from './core/target.ts';
import { credentialWords, variableWith } from './report/secrets/credential-words.ts';
import { launcherOf } from './report/text/launcher.ts';
import { shellWord } from './report/text/words.ts';
import { readFrom, type TargetFile } from './target/target-file.ts';

/** The command line that checks the target of a program again: by its file if it was read from one. */
export function programCommand(file: TargetFile, baseUrl: string, env: Environment): string {
  const from = file[readFrom];
  const { token, headers = {}, nodes = [], overlays = [] } = file;
  const isOneToken = typeof token === 'string';
  const words = from
    ? [...(from.baseUrl === file.baseUrl ? [] : [baseUrl]), '--target', relative('', from.path)]
    : [
        baseUrl,
        ...nodes.flatMap(({ hierarchy, node }) => ['--node', `${hierarchy}/${node}`]),
        ...overlays.flatMap((overlay) => ['--overlay', relative('', overlay)]),
      ];
  const given = { ...(isOneToken ? { token } : {}), header: Object.entries(headers) };
  const credentials = from ? [] : credentialWords(given, env);
  return [launcherOf(env), 'check', ...words.map(shellWord), ...credentials].join(' ');
}

/** Where the token and the headers of a program's target come from: its file, or the variable with that value. */
export function programOrigins({ token, headers = {}, ...file }: TargetFile, env: Environment): Origins {
  const tokens = typeof token === 'string' ? [token] : Object.values(token ?? {});
  const found = [...tokens, ...Object.values(headers)].flatMap((value): [string, Origin][] => {
    const variable = variableWith(value, env);
    return variable === undefined ? [] : [[value, { variable }]];
  });
  return new Map([...found, ...(file[readFrom]?.origins ?? [])]);
}
