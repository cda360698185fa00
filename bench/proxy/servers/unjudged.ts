import { openProxy } from '../../../src/proxy/open-proxy.ts';
import { openTap } from '../../../src/proxy/tap.ts';
import { upstreamAt } from '../../../src/proxy/upstream.ts';

/** The proxy of assay, with nobody who judges what passes. */
const [port, upstream] = process.argv.slice(2);

await openProxy({
  upstream: upstreamAt(`http://127.0.0.1:${upstream}`),
  renamesHost: false,
  tap: openTap(
    () => {},
    () => false,
  ),
  port: Number(port),
  host: '127.0.0.1',
  insecure: false,
  answersItself: () => false,
});
