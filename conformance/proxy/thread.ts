import * as pause from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { loadContract } from '../../src/contract/load.ts';
import { UserError } from '../../src/errors.ts';
import { decompress } from '../../src/http/decompress.ts';
import { type Call, header } from '../../src/http/exchange.ts';
import { longestBody } from '../../src/json/body.ts';
import type { Passed } from '../../src/proxy/tap.ts';
import { heldTo } from '../check.ts';
import type { ForeignExchange } from '../recorded/foreign-exchange.ts';
import { type Cut, createInspection, type Inspection } from '../recorded/inspection.ts';
import { counted } from '../report/text/words.ts';
import { turnOfOthers } from '../transport/turns.ts';
import { type Archive, openArchive } from './archive.ts';
import type { JudgingTerms, Order, ThreadMessage } from './messages.ts';

/** The thread on which exchanges are judged that pass the proxy: beside the sender, and never in it. */
const given = workerData as JudgingTerms;
const say = (word: ThreadMessage): void => parentPort?.postMessage(word);

/** How long nothing may have come until relations between pages are judged, in milliseconds. */
const quietTime = 1000;
/** While requests pass, it rests so many times as long as it works: processors may be few, and what passes comes first. */
const restWhilePassing = 9;
/** How long nothing may have come for nobody to be in a hurry, in milliseconds. */
const passingTime = 50;

const orders: Order[] = [];
let lastCame = 0;
/** How many wait for what was found. */
let waiting = 0;
let isBusy = false;
/** Ends a rest. */
let wake = (): void => {};
let quiet: NodeJS.Timeout | undefined;
/** From when on nothing more is judged. */
let endBy = Number.POSITIVE_INFINITY;
/** How many exchanges were not judged for that. */
let tooLate = 0;

try {
  const { overlays, house, target } = given;
  const onRemark = (remark: string): void => say({ kind: 'remark', remark });
  const held = await heldTo(house, { contract: await loadContract({ overlays, onRemark }) });
  const inspection = await createInspection(
    { ...held, target, goesOn: () => turnOfOthers().then(() => performance.now() < endBy) },
    { ...given, onFinding: (finding) => say({ kind: 'finding', finding }) },
  );
  const archive = given.archive === undefined ? undefined : await openArchive(given.archive, given.target);
  parentPort?.on('message', (order: Order) => {
    orders.push(order);
    if (order.kind === 'judge') lastCame = performance.now();
    else {
      waiting += 1;
      wake();
    }
    if (order.kind === 'report' && order.within !== undefined)
      endBy = Math.min(endBy, performance.now() + order.within);
    if (!isBusy) work(inspection, archive).catch(fail);
  });
  say({ kind: 'ready' });
} catch (error) {
  fail(error);
}

/** Does what it is told, one after the other. */
async function work(inspection: Inspection, archive: Archive | undefined): Promise<void> {
  isBusy = true;
  clearTimeout(quiet);
  for (let order = orders.shift(); order; order = orders.shift()) {
    if (order.kind === 'judge' && performance.now() > endBy) {
      tooLate += 1;
      say({ kind: 'done', bytes: order.passed.bytes });
    } else if (order.kind === 'judge') {
      const begun = performance.now();
      const exchange = await decoded(order.passed);
      await inspection.add(exchange);
      await archive?.add(exchange);
      say({ kind: 'done', bytes: order.passed.bytes });
      await rest(performance.now() - begun);
    } else if (order.kind === 'end') {
      await archive?.end();
      parentPort?.close();
    } else {
      const { kind, id } = order;
      const late =
        tooLate === 0 ? [] : [`${counted(tooLate, 'exchange')} not judged, as there was no time left`];
      const report = await inspection.report([...order.left, ...late], cut);
      waiting -= 1;
      if (kind === 'report') say({ kind, report, id });
      else say({ kind, html: (await import('../report/html/html.ts')).html(report), id });
    }
  }
  isBusy = false;
  quiet = setTimeout(() => judgeRelations(inspection, archive).catch(fail), quietTime).unref();
}

/** Judges relations while nothing comes. What comes meanwhile waits. */
async function judgeRelations(inspection: Inspection, archive: Archive | undefined): Promise<void> {
  isBusy = true;
  await inspection.report();
  isBusy = false;
  if (orders.length > 0) await work(inspection, archive);
}

/** What a report lacks for which there was no time. */
function cut(): Cut {
  const isLate = tooLate > 0 || performance.now() > endBy;
  return {
    reportBy: endBy,
    ...(isLate ? { partial: 'not all that passed was judged when the proxy ended' } : {}),
  };
}

/** Leaves the processor to what passes, unless somebody waits for what was found; and hears in any case what has come. */
async function rest(worked: number): Promise<void> {
  await pause.setImmediate();
  const isPassing = performance.now() - lastCame < passingTime;
  if (!isPassing || waiting > 0) return;
  const woken = new AbortController();
  wake = () => woken.abort();
  await pause
    .setTimeout(worked * restWhilePassing, undefined, { signal: woken.signal })
    .catch(() => undefined);
}

/** An exchange as its client understood it, without content codings. */
async function decoded({ call, reply, began: startedAt }: Passed): Promise<ForeignExchange> {
  const [asked, answered] = await Promise.all([
    decompress(call.body ?? new Uint8Array(), call.headers, longestBody),
    decompress(reply.body, reply.headers, longestBody),
  ]);
  const askedAt = given.keepsHost ? baseUrlOf(call) : undefined;
  const lost = 'lost' in asked ? asked : 'lost' in answered ? answered : undefined;
  return {
    startedAt,
    ...(askedAt === undefined ? {} : { askedAt }),
    call: 'lost' in asked || !call.body ? call : { ...call, body: asked },
    reply: lost ? { ...lost, ms: reply.ms } : { ...reply, body: answered as Uint8Array },
  };
}

/** The base URL that a client used, as the upstream knows it from the `Host` header. */
function baseUrlOf({ headers }: Call): string | undefined {
  const { protocol, pathname } = new URL(given.target.baseUrl);
  const url = `${protocol}//${header(headers, 'host')}${pathname}`.replace(/\/$/, '');
  return URL.canParse(url) ? url : undefined;
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  say({ kind: 'failed', message, isOurs: !(error instanceof UserError) });
}
