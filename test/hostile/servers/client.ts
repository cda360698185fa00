import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A bare connection to a server on this machine. */
export async function dial(baseUrl: string): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes as they are, and gives back whatever comes until the server hangs up or has been silent for so long. */
export async function say(baseUrl: string, bytes: string | Uint8Array, patience = 400): Promise<string> {
  const socket = await dial(baseUrl);
  const heard = listen(socket, patience);
  socket.write(bytes);
  return heard;
}

/** Whatever comes on a connection until it is closed, or silent for so long. */
export function listen(socket: Socket, patience: number): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.setTimeout(patience, () => socket.destroy());
  return new Promise((resolve) =>
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1'))),
  );
}

/** The statuses of all responses in what was heard. */
export const statuses = (heard: string): number[] =>
  [...heard.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
