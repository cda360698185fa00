import { openProxy } from '../../../dist/src/proxy/open-proxy.js';
import { openTap } from '../../../dist/src/proxy/tap.js';
import { upstreamAt } from '../../../dist/src/proxy/upstream.js';

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
