import { UserError } from '../../src/errors.ts';
import { isLoopback } from '../../src/http/loopback.ts';

/**
 * A base URL in its plain form, without a slash at its end. `place` is what a fault calls it; the URL itself is
 * not repeated in the message where it may hold a password.
 */
export function checkBaseUrl(text: string, place: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UserError(`${place} is not an http or https URL; write it like http://127.0.0.1:4010.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError(
      `${place} contains credentials; put a token or a header into the target file instead.`,
    );
  }
  if (/[?#]/.test(text)) {
    throw new UserError(`${place} has a query or a fragment; remove it: paths are appended to the URL.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** What to ask or to do where no server answers at a base URL. A container has a loopback interface of its own. */
export function whereIsServer(baseUrl: string, { container }: NodeJS.ProcessEnv = process.env): string {
  if (container === undefined || !isLoopback(baseUrl))
    return 'is the server running, and is this its address?';
  const { host } = new URL(baseUrl);
  const onHost = baseUrl.replace(/\/\/(\[[^\]]*\]|[^:/]+)/, '//host.docker.internal');
  return `${host} is this container itself; for a server on the host, write baseUrl: ${onHost} and writes: allow into the target file, or start the container with --network host.`;
}
