import { type Exchange, type HttpRequest, type HttpResponse, isLost } from '../../src/http/exchange.ts';

/** A request as a run sends it. */
export type RunRequest = HttpRequest & {
  /** Whether the server should accept it: a failure is then repeated, in case it is transient. */
  readonly isDue?: boolean;
};

/** An exchange of a run or of a recording. */
export type RunExchange = Exchange & {
  /** Its place in the order of requests. It identifies the exchange: objects may be copied. */
  readonly id: number;
  readonly request: RunRequest;
  /** The first response, if the request was accepted when it was sent again. */
  readonly failedOnce?: CompletedExchange;
  /** Whether the same failure came back each time the request was sent again. */
  readonly cameBack?: 'blocked' | 'always';
};

export type CompletedExchange = RunExchange & { readonly response: HttpResponse };

export const isCompleted = (exchange: RunExchange): exchange is CompletedExchange =>
  !isLost(exchange.response);

/** An exchange without what was read of it, so that this is not kept. */
export const bare = ({ id, request, response }: CompletedExchange): CompletedExchange => ({
  id,
  request,
  response,
});

/** Whether a request whose response was lost or failed, so that it may have been done, may be sent again. */
type MayRepeat = () => Promise<boolean>;

/** Sends a request, again where it failed, and returns the last exchange. */
export type Deliver = (request: RunRequest, mayRepeat?: MayRepeat) => Promise<RunExchange>;
