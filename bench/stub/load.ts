import { connect } from 'node:net';

/** So many equal requests over so many connections, one at a time on each. */
export type Load = {
  readonly port: number;
  /** The request as it goes over the wire. */
  readonly request: string;
  readonly connections: number;
  readonly requests: number;
};

/** What happened to a load. */
export type Carried = {
  readonly seconds: number;
  readonly requests: number;
  /** How often which status came. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly bytesPerReply: number;
};

/**
 * Carries a load as cheaply as it can be done, so that the server is what is measured: bytes made beforehand,
 * responses read only as far as their status and their end.
 */
export async function carry({ port, request, connections, requests }: Load): Promise<Carried> {
  const bytes = Buffer.from(request);
  const statuses: Record<string, number> = {};
  let sent = 0;
  let received = 0;
  const begin = performance.now();
  await Promise.all(Array.from({ length: Math.min(connections, requests) }, travel));
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, requests: sent, statuses, bytesPerReply: Math.round(received / sent) };

  function travel(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      let missing: number | 'chunks' | 'head' = 'head';
      const send = (): void => {
        if (sent === requests) {
          socket.destroy();
          resolve();
          return;
        }
        sent += 1;
        missing = 'head';
        socket.write(bytes);
      };
      socket.once('connect', send).once('error', reject);
      socket.once('end', () => reject(new Error('the server hung up')));
      socket.on('data', (chunk: Buffer) => {
        received += chunk.byteLength;
        if (missing === 'head') missing = readHead(chunk) - chunk.byteLength;
        else if (missing !== 'chunks') missing -= chunk.byteLength;
        if (Number.isNaN(missing)) missing = 'chunks';
        if (missing === 'chunks' ? chunk.subarray(-5).equals(lastChunk) : missing === 0) send();
      });
    });
  }

  /** The length of a whole response, told from its beginning; none where it comes in chunks. */
  function readHead(chunk: Buffer): number {
    const end = chunk.indexOf('\r\n\r\n');
    if (end < 0) throw new Error('the head of a reply came in pieces');
    const head = chunk.toString('latin1', 0, end);
    const status = head.slice(9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    return length === undefined ? Number.NaN : end + 4 + Number(length);
  }
}

const lastChunk = Buffer.from('0\r\n\r\n');

if (import.meta.main) process.stdout.write(JSON.stringify(await carry(JSON.parse(process.argv[2] ?? '{}'))));
