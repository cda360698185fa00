import type { Environment } from '../../../src/http/connections.ts';

/** How assay was started, by what npm says of it: a command that can be typed again. */
export function launcherOf(env: Environment): string {
  const { npm_command: command, npm_lifecycle_event: script } = env;
  if (command?.startsWith('run') && script === 'assay') return 'npm run -s assay --';
  return command === undefined ? 'assay' : 'npx --no -- assay';
}
