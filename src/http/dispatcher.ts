import { buildConnector, EnvHttpProxyAgent, Pool } from 'undici';
import { UserError } from '../errors.ts';
import { failingOnReset, ignoringContinue } from './ignore-continue.ts';
import { isLoopback } from './loopback.ts';

/** What sends requests to an origin. */
export type Dispatcher = Pool | EnvHttpProxyAgent;

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How connections are opened. */
type ConnectionOptions = Omit<Pool.Options, 'connect'> & {
  readonly connect: { readonly timeout: number; readonly rejectUnauthorized: boolean };
};

/** Variables that name a proxy; `NO_PROXY` names the hosts that are reached without one. */
const proxyVariables = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];

/**
 * Creates the dispatcher for an origin. It uses the proxy that the environment names, if any, except for a server on this machine:
 * what is allowed only there, such as POST requests without consent, must not go elsewhere.
 */
export function createDispatcher(origin: string, options: ConnectionOptions, env: Environment): Dispatcher {
  const named = proxyVariables.filter((name) => (env[name] ?? '') !== '');
  const connect = failingOnReset(ignoringContinue(buildConnector(options.connect)));
  if (named.length === 0 || isLoopback(origin)) return new Pool(origin, { ...options, connect });
  const proxies = {
    httpProxy: env.http_proxy ?? env.HTTP_PROXY ?? '',
    httpsProxy: env.https_proxy ?? env.HTTPS_PROXY ?? '',
    noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
  };
  try {
    return new EnvHttpProxyAgent({ ...options, ...proxies, connect, requestTls: options.connect });
  } catch {
    throw new UserError(
      `${named.join(' or ')} does not name a proxy; write it like http://proxy.example:3128.`,
    );
  }
}

/** An environment in which other programs send nothing for this machine through the proxy that it names, if any. */
export function sparingLoopback(env: Environment): Environment {
  if (!proxyVariables.some((name) => env[name])) return env;
  const exempt = [env.no_proxy ?? env.NO_PROXY, '127.0.0.1', 'localhost', '::1'].filter(Boolean).join(',');
  return { ...env, no_proxy: exempt, NO_PROXY: exempt };
}
