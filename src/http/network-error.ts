import { errors } from 'undici';
import type { Lost } from './exchange.ts';
import { resetCode } from './ignore-continue.ts';
import { Oversize } from './receive.ts';

type NetworkError = Pick<Lost, 'lost' | 'detail' | 'advice' | 'remedy'>;

const orSkip = 'or skip verification with --insecure';
const renew = `renew it, ${orSkip}`;
const otherName = `use a host name that it covers, ${orSkip}`;
const trust = `add its authority to NODE_EXTRA_CA_CERTS, ${orSkip}`;
const untrusted = 'is not signed by a trusted authority';

/** What is wrong with a certificate and what to do about it, by error code. */
const certificates: Readonly<Record<string, readonly [problem: string, advice: string]>> = {
  CERT_HAS_EXPIRED: ['has expired', renew],
  CERT_NOT_YET_VALID: ['is not valid yet', renew],
  ERR_TLS_CERT_ALTNAME_INVALID: ['is for another host', otherName],
  DEPTH_ZERO_SELF_SIGNED_CERT: [untrusted, trust],
  SELF_SIGNED_CERT_IN_CHAIN: [untrusted, trust],
  UNABLE_TO_GET_ISSUER_CERT: [untrusted, trust],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [untrusted, trust],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [untrusted, trust],
};

const reset: NetworkError = {
  lost: 'connection',
  detail: 'the connection was reset before the response was complete',
};

/** A connection that this side could not open: nothing that the target did. */
const noMoreFiles = (code: string, whose: string): NetworkError => ({
  lost: 'connection',
  detail: `assay could not open a connection, since ${whose} may open no more files (${code}), a limit of this machine`,
  advice: 'raise it (ulimit -n), or use --concurrency 1',
  remedy: {
    kind: 'option',
    option: '--concurrency',
    value: '1, or a higher limit of open files (ulimit -n)',
  },
});

const known: Readonly<Record<string, NetworkError>> = {
  ECONNREFUSED: { lost: 'rejected', detail: 'the server rejects connections' },
  ECONNRESET: reset,
  [resetCode]: reset,
  EMFILE: noMoreFiles('EMFILE', 'it'),
  ENFILE: noMoreFiles('ENFILE', 'this machine'),
  ERR_SSL_WRONG_VERSION_NUMBER: {
    lost: 'connection',
    detail: 'the server does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    advice: 'use http://, or the port that serves TLS',
  },
  ENOTFOUND: { lost: 'connection', detail: 'the host name does not exist' },
  EAI_AGAIN: { lost: 'connection', detail: 'the host name could not be resolved' },
  UND_ERR_HEADERS_OVERFLOW: {
    lost: 'protocol',
    detail: 'the headers of the response are longer than 16 KiB',
  },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    lost: 'connection',
    detail: 'the connection ended before the body was as long as its Content-Length',
  },
};

/** The message of undici for a response that no request is waiting for. */
const unsolicited = 'bad response';

/** Whether a connection received bytes that do not answer a request; a response that was cut off is none. */
export const isUnsolicited = (error: Error): boolean =>
  error.message === unsolicited || (error instanceof errors.HTTPParserError && !isCutOff(error));

/** Whether the parser waited for the rest of a response when the connection ended. */
const isCutOff = ({ message }: Error): boolean => message.includes('(Invalid EOF state)');

/** What an error while a response was received means, worded for a report. */
export function describeNetworkError(error: unknown, timeout: number): NetworkError {
  const { name, code = '', message } = error as Error & { code?: string };
  if (error instanceof Oversize) return { lost: 'oversize', detail: message };
  const slow =
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError;
  if (slow || name === 'TimeoutError')
    return { lost: 'timeout', detail: `no complete response within ${timeout} ms` };
  const certificate = certificates[code];
  if (certificate) {
    const [problem, advice] = certificate;
    return { lost: 'connection', detail: `the certificate ${problem} (${code})`, advice };
  }
  if (message === unsolicited)
    return {
      lost: 'protocol',
      detail: 'the target sent an unrequested response (a second one or, behind a proxy, 100 Continue)',
    };
  if (error instanceof errors.HTTPParserError && !isCutOff(error))
    return { lost: 'protocol', detail: `the target sent something that is not HTTP (${message})` };
  if (error instanceof errors.SocketError || error instanceof errors.HTTPParserError)
    return {
      lost: 'connection',
      detail: 'the target closed the connection before the response was complete',
    };
  return known[code] ?? { lost: 'connection', detail: `the connection failed (${code || message})` };
}
