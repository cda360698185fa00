import { jsonText } from './escaping.ts';
import type { Finding, Report, ShownExchange } from './report.ts';
import { untestedBy } from './untested-rules.ts';
import { cutBody } from './words.ts';

export function json(report: Report): string {
  const {
    headline: { verdict, why, remedy },
    assay,
    contract,
    target,
    results,
    alsoSeen,
    // In other kinds of report.
    exitCode: _exitCode,
    startedAt: _startedAt,
    command: _command,
    exchanges: _exchanges,
    ...same
  } = report;
  const document = {
    assay,
    contract,
    target,
    verdict,
    why,
    remedy,
    ...same,
    results: results.map(resultRow),
    alsoSeen: alsoSeen?.map(resultRow),
    untested: untestedBy(results).map(({ words, rules }) => ({ words, rules })),
  };
  return jsonText(document);
}

/** A row contains a whole finding, except what only other kinds of report use. */
const resultRow = ({
  exchanges,
  warning,
  intermittent,
  lack: _lack,
  topic: _topic,
  isBasis: _isBasis,
  ...others
}: Finding) => ({
  ...others,
  ...(warning ? { warning } : {}),
  ...(intermittent
    ? { intermittent: intermittent.map((once) => ({ ...once, exchanges: once.exchanges.map(cutExchange) })) }
    : {}),
  exchanges: exchanges.map(cutExchange),
});

const cutExchange = ({ request, response }: ShownExchange): ShownExchange => ({
  request: request.body === undefined ? request : { ...request, body: cutBody(request.body) },
  response: 'lost' in response ? response : { ...response, body: cutBody(response.body) },
});
