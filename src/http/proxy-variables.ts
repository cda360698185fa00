import { UserError } from '../errors.ts';
import { isLoopback } from './exchange.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type NamedProxy = {
  readonly url: string;
  /** The variable that names it. */
  readonly variable: string;
  /** The host of the server, which `NO_PROXY` could name. */
  readonly host: string;
};

const variables = {
  'http:': ['http_proxy', 'HTTP_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY'],
} as const;

/**
 * The proxy that the environment names for a server. A server on this machine is reached without one: what is allowed
 * only there, such as POST requests without consent, must not go elsewhere.
 */
export function proxyFor(origin: string, env: Environment): NamedProxy | undefined {
  const url = new URL(origin);
  const { hostname: host } = url;
  if (isLoopback(origin) || isExempt(url, env.no_proxy ?? env.NO_PROXY ?? '')) return undefined;
  const named = (protocol: keyof typeof variables): string | undefined => {
    const variable = variables[protocol].find((name) => env[name] !== undefined);
    return variable !== undefined && env[variable] !== '' ? variable : undefined;
  };
  const variable = (url.protocol === 'https:' ? named('https:') : undefined) ?? named('http:');
  if (variable === undefined) return undefined;
  const value = env[variable] ?? '';
  if (!URL.canParse(value) || !Object.hasOwn(variables, new URL(value).protocol))
    throw new UserError(
      `${variable} does not name an HTTP proxy; write it like http://proxy.example:3128, or set NO_PROXY=${host}.`,
    );
  return { url: value, variable, host };
}

/** A host of `NO_PROXY`, such as `shop.example`, `.example`, `*`, `10.0.0.1:8080` or `[::1]`, and its port. */
const exemptHost = /^(\[[^\]]*\]|[^:]*|.*)(?::(\d+))?$/;

/** Whether `NO_PROXY` names a server, or a domain that it is in. */
function isExempt({ hostname, protocol, port }: URL, list: string): boolean {
  const own = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    const [, name = '', only = own] = exemptHost.exec(entry.toLowerCase()) ?? [];
    const domain = withoutBrackets(name).replace(/^\*?\./, '');
    return only === own && (name === '*' || `.${withoutBrackets(hostname)}`.endsWith(`.${domain}`));
  });
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$|\.$/g, '');

/** The environment for other programs, in which no request to this machine goes through a proxy. */
export function sparingLoopback(env: Environment): Environment {
  if (!Object.values(variables).some((names) => names.some((name) => env[name]))) return env;
  const exempt = [env.no_proxy ?? env.NO_PROXY, '127.0.0.1', 'localhost', '::1'].filter(Boolean).join(',');
  return { ...env, no_proxy: exempt, NO_PROXY: exempt };
}
