import type { Finding, Report, ShownExchange } from './report.ts';

/** The most that is shown of a body, in characters. */
const bodyLimit = 4096;

/** The report as a JSON document, for machines. */
export function json(report: Report): string {
  const { assay, contract, target, seed, headline, counts, results, observations } = report;
  const { created, requests, durationMs, nonce, strict } = report;
  const document = {
    assay,
    contract,
    target,
    seed,
    verdict: headline.verdict,
    why: headline.why,
    remedy: headline.remedy,
    strict,
    counts,
    results: results.map(row),
    observations,
    created,
    requests,
    durationMs,
    nonce,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const row = ({ rule, clause, level, verdict, why, remedy, reproduce, exchanges }: Finding) => ({
  rule,
  clause,
  level,
  verdict,
  why,
  remedy,
  reproduce,
  exchanges: exchanges.map(cut),
});

/** An exchange with its bodies cut. */
const cut = ({ request, reply }: ShownExchange): ShownExchange => ({
  request: request.body === undefined ? request : { ...request, body: cutText(request.body) },
  reply: 'lost' in reply ? reply : { ...reply, body: cutText(reply.body) },
});

const cutText = (text: string): string =>
  text.length > bodyLimit ? `${text.slice(0, bodyLimit)}… (${text.length} characters)` : text;
