import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Contract } from '../../src/contract/contract.ts';
import { UserError } from '../../src/errors.ts';
import { type HttpRequest, type HttpResponse, header, isLoopback } from '../../src/http/exchange.ts';
import { decompress } from '../../src/http/network.ts';
import { createCollector, pairsOf } from '../../src/http/server.ts';
import { excessLength, longestBody } from '../../src/json/body.ts';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { loadRules } from '../check.ts';
import { operationOf } from '../core/operation-of.ts';
import type { Target } from '../core/target.ts';
import { turnOfOthers } from '../engine/stop.ts';
import { type ForeignExchange, withoutUnreadHeaders } from '../recorded/foreign-exchange.ts';
import { countReasons, createInspection, type InspectionTerms } from '../recorded/inspection.ts';
import { redactingLatest } from '../recorded/recorded-secrets.ts';
import { entryText } from '../report/har.ts';
import type { Finding, Report } from '../report/report.ts';
import { secretsOf } from '../report/secrets.ts';
import { show } from '../report/show-exchange.ts';
import { version } from '../report/version.ts';
import { checkWritable, replaceFile } from '../report/write.ts';
import { checkBaseUrl, resolveTarget, type TargetFile } from '../target/target-file.ts';
import { openForwarder } from './forward.ts';

type ForwardTerms = Parameters<typeof openForwarder>[0];

/** How a proxy is started; all but `upstream` has a default. By default, it listens on a free port of the loopback interface. */
export type StartProxyOptions = Omit<InspectionTerms, 'waivers'> &
  Pick<ForwardTerms, 'upstream'> &
  Partial<Omit<ForwardTerms, 'onRequest'>> & {
    /** What only the operator of the server knows; `readTargetFile` reads one. Its `baseUrl` is not read. */
    readonly target?: TargetFile;
    /** What responses are checked against; by default the contract that ships with assay, with the Overlays of the target. */
    readonly contract?: Contract;
    /** A file that every exchange is written to that is checked, as an HTTP archive, when the proxy is closed. */
    readonly har?: string;
  };

/** A proxy that runs until it is disposed of. */
export type RunningProxy = AsyncDisposable & {
  /** Where clients send their requests instead of the server's address. */
  readonly url: string;
  /** The rules that are broken so far, warnings included. */
  readonly findings: () => Promise<readonly Finding[]>;
  /** The report so far. With a time in milliseconds, judging ends then, and what is left is counted. */
  readonly report: (within?: number) => Promise<Report>;
  /** Stops, and breaks off what is under way. */
  readonly close: () => Promise<void>;
  /** Rejects if judging fails; the proxy has then stopped. */
  readonly failed: Promise<never>;
};

/** Relations between pages are judged after so many milliseconds without an exchange. */
const quietTime = 1000;

/**
 * Starts a proxy in front of a server that judges what passes: `await using proxy = await startProxy({ upstream })`. What
 * only the user can settle is a `UserError`.
 */
export async function startProxy(options: StartProxyOptions): Promise<RunningProxy> {
  const { upstream, port = 0, host = '127.0.0.1', insecure = false, renameHost = false, ...others } = options;
  const { target: file = {}, contract: given, har, ...terms } = others;
  const address = checkBaseUrl(upstream, 'the upstream');
  if (isLoopback(address) && Number(new URL(address).port) === port && port !== 0)
    throw new UserError(
      `the upstream ${address} is the address of the proxy itself; choose another port for one of them.`,
    );
  const { contract, ruleSet } = await loadRules(file, given ? { contract: given } : {});
  const target = resolveTarget(file, address);
  let endBy = Number.POSITIVE_INFINITY;
  const mayContinue = (): Promise<boolean> => turnOfOthers().then(() => performance.now() < endBy);
  const inspection = await createInspection(
    { contract, ruleSet, target, mayContinue },
    { waivers: file.waivers ?? [], ...terms },
  );
  const archive = har === undefined ? undefined : await openArchive(har, target);
  const leftOut = countReasons();

  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const fail = (error: unknown): void => {
    last = failed.promise;
    void forwarder.close().then(() => failed.reject(error));
  };
  let last: Promise<unknown> = Promise.resolve();
  /** Runs tasks one after the other, and none after one has failed. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(turnOfOthers).then(work);
    last = done;
    done.catch(fail);
    return done;
  };
  const judge = async (passed: PassedExchange): Promise<void> => {
    if (performance.now() > endBy) leftOut.add('not judged, as there was no time left');
    else {
      const exchange = await decoded(passed, renameHost ? undefined : address);
      await inspection.add(exchange);
      await archive?.add(exchange);
    }
    copies.release(passed.bytes);
    quiet.refresh();
  };
  const judgeRelations = (): void => void inTurn(inspection.judgeRelations);
  const quiet = setTimeout(judgeRelations, quietTime).unref();
  const copies = openCopies(contract, {
    onPassed: (passed) => void inTurn(() => judge(passed)),
    onLeftOut: leftOut.add,
  });
  const place = { upstream: address, port, host, insecure, renameHost };
  const forwarder = await openForwarder({ ...place, onRequest: copies.begin }).catch((error) => {
    archive?.abandon();
    throw error;
  });
  archive?.written.catch(fail);

  const cut = () => ({
    reportBy: endBy,
    ...(performance.now() > endBy ? { partial: 'not all that passed was judged when the proxy ended' } : {}),
  });
  const report = (within = Number.POSITIVE_INFINITY): Promise<Report> => {
    endBy = Math.min(endBy, performance.now() + within);
    return inTurn(() => inspection.report(leftOut.words(), cut));
  };
  const end = async (): Promise<void> => {
    await forwarder.close();
    clearTimeout(quiet);
    await last.then(
      () => archive?.end(),
      () => archive?.abandon(),
    );
  };
  let ended: Promise<void> | undefined;
  const close = (): Promise<void> => {
    ended ??= end();
    return ended;
  };
  return {
    url: forwarder.url,
    findings: async () => (await report()).results.filter(({ verdict }) => verdict === 'fail'),
    report,
    close,
    failed: failed.promise,
    [Symbol.asyncDispose]: close,
  };
}

/** Removes content codings. With an address, links of the server may begin with the host that the client named. */
async function decoded(
  { request, response, startedAt }: PassedExchange,
  address?: string,
): Promise<ForeignExchange> {
  const [sent, received] = await Promise.all([
    decompress(request.body ?? new Uint8Array(), request.headers, longestBody),
    decompress(response.body, response.headers, longestBody),
  ]);
  const { protocol, pathname } = new URL(address ?? 'http://a');
  const base = `${protocol}//${header(request.headers, 'host')}${pathname}`.replace(/\/$/, '');
  const lost = 'lost' in sent ? sent : 'lost' in received ? received : undefined;
  return {
    startedAt,
    ...(address !== undefined && URL.canParse(base) ? { askedAt: base } : {}),
    request: 'lost' in sent || !request.body ? request : { ...request, body: sent },
    response: lost ? { ...lost, ms: response.ms } : { ...response, body: received as Uint8Array },
  };
}

type Archive = {
  readonly add: (exchange: ForeignExchange) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly abandon: () => void;
  readonly written: Promise<void>;
};

export async function openArchive(file: string, target: Target): Promise<Archive> {
  await checkWritable(file);
  const text = new PassThrough();
  const written = replaceFile(file, (place, flags) =>
    pipeline(text, createWriteStream(place, { flags, mode: 0o600 })),
  );
  written.catch(() => undefined);
  const redactorAfter = redactingLatest(secretsOf(target));
  const creator = { name: 'assay proxy', version };
  let before = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":[],"entries":[\n`;
  return {
    add: async ({ startedAt = 0, askedAt, ...exchange }) => {
      const redactor = redactorAfter(secretsInExchange(exchange));
      const shown = show(withoutUnreadHeaders(exchange), redactor, { isForeign: true });
      const entry = { ...shown, startedAt: new Date(startedAt).toISOString() };
      const line = entryText(target.baseUrl, { ...entry, ...(askedAt === undefined ? {} : { askedAt }) });
      const taken = text.write(before + line);
      before = ',\n';
      if (!taken) await Promise.race([once(text, 'drain'), written]);
    },
    end: async () => {
      text.end(before === ',\n' ? '\n]}}\n' : `${before}]}}\n`);
      await written;
    },
    abandon: () => void text.destroy(),
    written,
  };
}

type PassedExchange = {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly startedAt: number;
  readonly bytes: number;
};

type CopyListeners = {
  readonly onPassed: (passed: PassedExchange) => void;
  readonly onLeftOut: (reason: string) => void;
};

const mostHeld = 64 * 1024 * 1024;

const bytesOfHeads = 4096;

function openCopies(contract: Contract, { onPassed, onLeftOut }: CopyListeners) {
  let held = 0;
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const [startedAt, began] = [Date.now(), performance.now()];
    const { method = '', url: target = '', rawHeaders } = request;
    let bytes = 0;
    let leftOut = operationOf(contract, { target }) === undefined ? 'to other paths' : undefined;
    const hold = (more: number): void => {
      held += more;
      bytes += more;
    };
    const copyBody = (from: IncomingMessage) => {
      const body = createCollector(longestBody);
      from.on('data', (chunk: Buffer) => {
        if (body.length() + chunk.byteLength > longestBody) leftOut ??= `with a body of ${excessLength}`;
        if (held + chunk.byteLength > mostHeld)
          leftOut ??= 'not checked, because checking was slower than the traffic';
        if (leftOut !== undefined) return;
        const before = body.held();
        body.add(chunk);
        hold(body.held() - before);
      });
      return body;
    };
    let hasEnded = false;
    const end = (passed?: Omit<PassedExchange, 'bytes'>): void => {
      if (hasEnded) return;
      hasEnded = true;
      if (passed && leftOut === undefined) onPassed({ ...passed, bytes });
      else {
        held -= bytes;
        onLeftOut(leftOut ?? 'broken off');
      }
    };
    response.once('close', () => end());
    hold(bytesOfHeads);
    const sent = copyBody(request);
    // It flows once it is forwarded; nothing may be lost before.
    request.pause();
    return (response: IncomingMessage): void => {
      const received = copyBody(response);
      response.once('end', () => {
        if (!response.complete || !request.complete) return;
        const body = sent.length() > 0 ? { body: sent.body() } : {};
        const { statusCode: status = 0 } = response;
        const ms = performance.now() - began;
        end({
          request: { method, target, headers: pairsOf(rawHeaders), ...body },
          response: { status, headers: pairsOf(response.rawHeaders), body: received.body(), ms },
          startedAt,
        });
      });
    };
  };
  return {
    begin,
    release: (bytes: number): void => {
      held -= bytes;
    },
  };
}
