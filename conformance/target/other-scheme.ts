import { type Call, isLost, type Lost, type Reply } from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';
import { shortServerMessage } from '../core/server-message.ts';

/** What web servers say when plain HTTP comes to a port that serves TLS. */
const plainToTls = /HTTPS (port|server)|SSL-enabled server port|TLS port/i;

/** Whether a response says that plain HTTP came to a port that serves TLS. */
export const asksForTls = (reply: Reply, call: Call): boolean =>
  reply.status === 400 && plainToTls.test(shortServerMessage({ call, reply }));

/**
 * Returns the same address with the other of the two schemes, in a phrase, where a server that broke a connection off answers
 * the same call there. Nothing that is secret is sent to where it was not meant to go.
 */
export async function otherScheme(lost: Lost, call: Call, baseUrl: string): Promise<string | undefined> {
  const isPlain = baseUrl.startsWith('http:');
  const isScheme = ['connection', 'protocol'].includes(lost.lost) && (lost.advice === undefined || !isPlain);
  if (!isScheme) return undefined;
  const address = isPlain ? securely(baseUrl) : baseUrl.replace(/^https:/, 'http:');
  const { transport, close } = network(address, { connections: 1, timeout: 2_000, insecure: true });
  try {
    const asked = { method: call.method, target: call.target, headers: [] };
    const reply = await transport(asked);
    if (isLost(reply) || asksForTls(reply, asked)) return undefined;
    return `speaks ${isPlain ? 'HTTPS' : 'plain HTTP'} on this port; use ${address}.`;
  } finally {
    await close();
  }
}

/** An address with the scheme of HTTPS. */
export const securely = (baseUrl: string): string => baseUrl.replace(/^http:/, 'https:');
