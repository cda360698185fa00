import { errors } from 'undici';
import type { Lost } from './exchange.ts';

type Loss = Pick<Lost, 'lost' | 'detail' | 'advice'>;

const unseen = 'or take it unseen with --insecure';
const renew = `renew it, ${unseen}`;
const another = `call the server by a name that it holds, ${unseen}`;
const vouch = `name its authority in NODE_EXTRA_CA_CERTS, ${unseen}`;

/** What a certificate lacks and what to do about it, by the code that says so. */
const certificates: Readonly<Record<string, readonly [lacks: string, advice: string]>> = {
  CERT_HAS_EXPIRED: ['has expired', renew],
  CERT_NOT_YET_VALID: ['is not valid yet', renew],
  ERR_TLS_CERT_ALTNAME_INVALID: ['is for another host', another],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['is signed by nobody known', vouch],
  SELF_SIGNED_CERT_IN_CHAIN: ['is signed by nobody known', vouch],
  UNABLE_TO_GET_ISSUER_CERT: ['is signed by nobody known', vouch],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['is signed by nobody known', vouch],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['is signed by nobody known', vouch],
};

const known: Readonly<Record<string, Loss>> = {
  ECONNREFUSED: { lost: 'refused', detail: 'the connection was refused' },
  ECONNRESET: { lost: 'connection', detail: 'the connection was reset before the reply was whole' },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    lost: 'connection',
    detail: 'the server speaks no TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    advice: 'write http://, or the port of its TLS',
  },
  ENOTFOUND: { lost: 'connection', detail: 'there is no host of that name' },
  EAI_AGAIN: { lost: 'connection', detail: 'the name of the host could not be looked up' },
  UND_ERR_HEADERS_OVERFLOW: { lost: 'protocol', detail: 'the headers of the reply are longer than 16 KiB' },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    lost: 'protocol',
    detail: 'the body of the reply is not as long as its Content-Length says',
  },
};

/** How the client calls a reply that no request waits for. */
const unasked = 'bad response';

/** Whether bytes came on a connection that are no reply to what was asked on it. */
export const isOutOfTurn = (error: Error): boolean =>
  error.message === unasked || error instanceof errors.HTTPParserError;

/** What an error of the client means, in words fit for a report. */
export function lossOf(error: unknown, timeout: number): Loss {
  const { name, code = '', message } = error as Error & { code?: string };
  const slow =
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError;
  if (slow || name === 'TimeoutError')
    return { lost: 'timeout', detail: `no whole reply within ${timeout} ms` };
  const certificate = certificates[code];
  if (certificate) {
    const [lacks, advice] = certificate;
    return { lost: 'connection', detail: `the certificate ${lacks} (${code})`, advice };
  }
  if (message === unasked)
    return {
      lost: 'protocol',
      detail: 'the target answered out of turn (a second reply, or behind a proxy 100 Continue unasked)',
    };
  if (error instanceof errors.HTTPParserError)
    return { lost: 'protocol', detail: `what the target sent is not HTTP (${message})` };
  if (error instanceof errors.SocketError)
    return { lost: 'connection', detail: 'the target hung up before the reply was whole' };
  return known[code] ?? { lost: 'connection', detail: `the connection failed (${code || message})` };
}
