import type { Dispatcher as Undici } from 'undici';
import { createCollector } from './collector.ts';
import type { Dispatcher } from './dispatcher.ts';

/** A response as it came over the wire. */
type ReceivedReply = {
  readonly status: number;
  /** By name in lower case; a name that came more than once has a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array<ArrayBuffer>;
};

/** The body of a response is longer than wanted. */
export class Oversize extends Error {
  constructor(longest: number) {
    super(`the response is longer than ${longest} bytes`);
  }
}

/**
 * Sends one request and receives its response whole: at most so many bytes of body, and within so many milliseconds, those
 * in which it waits for a connection included. Fails with {@link Oversize}, with an error called `TimeoutError`, or with
 * that of undici. Undici can also give the body as a stream, which takes a quarter more time for each request.
 */
export function receive(
  dispatcher: Dispatcher,
  request: Undici.DispatchOptions,
  { longest, timeout }: { readonly longest: number; readonly timeout: number },
): Promise<ReceivedReply> {
  return new Promise((resolve, reject) => {
    let controller: Undici.DispatchController | undefined;
    let head: Omit<ReceivedReply, 'body'> | undefined;
    let failure: Error | undefined;
    let collector = createCollector(longest);
    const end = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    const giveUp = (error: Error): void => {
      failure = error;
      end(error);
      controller?.abort(error);
    };
    const timer = setTimeout(() => giveUp(new DOMException('too late', 'TimeoutError')), timeout);
    dispatcher.dispatch(request, {
      onRequestStart: (opened) => {
        controller = opened;
        if (failure) opened.abort(failure);
      },
      onResponseStart: (_, status, headers) => {
        // Informational responses (1xx) come before the reply.
        if (status < 200) return;
        head = { status, headers };
        const stated = Number(headers['content-length']);
        collector = createCollector(longest, stated > 0 ? stated : 0);
      },
      onResponseData: (_, chunk) => {
        if (collector.length() + chunk.byteLength > longest) giveUp(new Oversize(longest));
        else collector.add(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        if (head) resolve({ ...head, body: collector.body() });
      },
      onResponseError: (_, error) => end(error),
    });
  });
}
