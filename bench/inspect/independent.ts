/** Whether ordinary sessions cause a false positive on an independent server, as it is and in each of its conforming variants. */
import { resolveTarget, type TargetFile } from '../../conformance/target/target-file.ts';
import { network } from '../../src/http/network.ts';
import { findingsIn, inspectSessions } from '../../test/recorded/sessions/inspect-sessions.ts';
import { factsOf, type Language, startServer, targetFileOf, variantsOf } from '../independent/server.ts';

const [language = 'express'] = process.argv.slice(2) as Language[];
const variants = [undefined, ...(await variantsOf(language)).map(({ id }) => id)];
let reported = 0;
for (const variant of variants) {
  await using server = await startServer(language, { variant });
  const file = targetFileOf(await factsOf(language, variant)) as TargetFile;
  const target = resolveTarget(file, server.baseUrl);
  const { transport, close } = network(server.baseUrl, { connections: 1, timeout: 10_000 });
  const reports = [await inspectSessions(transport, target), await inspectSessions(transport, target, file)];
  await close();
  const found = reports.flatMap(findingsIn);
  reported += Number(found.length > 0);
  for (const one of found) process.stdout.write(`${language} ${variant ?? 'as it is'}: ${one}\n`);
}
process.stdout.write(
  `${language}: ${variants.length} conforming servers, ${reported} reported (false positives)\n`,
);
process.exitCode = reported === 0 ? 0 : 1;
