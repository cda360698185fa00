import { randomBytes } from 'node:crypto';

const host = 'Host: a\r\n';
const closing = 'Connection: close\r\n';
const key =
  'POST /v2/application-keys HTTP/1.1\r\nAuthorization: Bearer a\r\nContent-Type: application/json\r\n';

/** Bytes that are no request, or two at once, as some servers before or behind this one might see them. */
export const smuggled: readonly (readonly [name: string, bytes: string])[] = [
  [
    'both lengths',
    `${key}${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}\r\n`,
  ],
  [
    'two lengths',
    `${key}${host}Content-Length: 0\r\nContent-Length: 30\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}\r\n`,
  ],
  [
    'a length twice in one',
    `${key}${host}Content-Length: 0, 30\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}\r\n`,
  ],
  ['a signed length', `${key}${host}Content-Length: +0\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}\r\n`],
  [
    'a space before the colon',
    `${key}${host}Content-Length : 0\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}\r\n`,
  ],
  [
    'chunked by another name',
    `${key}${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}\r\n`,
  ],
  [
    'chunked, and then not',
    `${key}${host}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}\r\n`,
  ],
  [
    'a chunk size that is none',
    `${key}${host}Transfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}\r\n`,
  ],
  ['a chunk size beyond all bounds', `${key}${host}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n`],
  ['a folded header', `GET /smuggled HTTP/1.1\r\n${host}A: b\r\n Transfer-Encoding: chunked\r\n\r\n`],
  ['bare line feeds', `GET /smuggled HTTP/1.1\nHost: a\n\n`],
  ['a bare carriage return', `GET /smuggled HTTP/1.1\r\nHost: a\rX: b\r\n\r\n`],
  ['a NUL in a header', `GET /smuggled HTTP/1.1\r\n${host}A: \0\r\n\r\n`],
  ['a NUL in the target', `GET /\0smuggled HTTP/1.1\r\n${host}\r\n`],
  ['no target', `GET  HTTP/1.1\r\n${host}\r\n`],
  ['a space in the target', `GET /a smuggled HTTP/1.1\r\n${host}\r\n`],
  ['no host', 'GET /smuggled HTTP/1.1\r\n\r\n'],
  ['another version', `GET /smuggled HTTP/3.7\r\n${host}\r\n`],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['random bytes', randomBytes(4096).toString('latin1')],
];

/** Requests that are HTTP, and hold what trips servers up. */
export const awkward: readonly (readonly [name: string, bytes: string])[] = [
  ['a tunnel', `CONNECT example.com:443 HTTP/1.1\r\n${host}${closing}\r\n`],
  ['an upgrade', `GET / HTTP/1.1\r\n${host}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`],
  ['an expectation', `${key}${host}${closing}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`],
  ['a strange expectation', `${key}${host}${closing}Expect: the-unexpected\r\nContent-Length: 2\r\n\r\n{}`],
  ['a whole address', `GET http://elsewhere.example/v2 HTTP/1.1\r\n${host}${closing}\r\n`],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${host}${closing}\r\n`],
  ['dots', `GET /../../../../etc/passwd HTTP/1.1\r\n${host}${closing}\r\n`],
  ['encoded dots', `GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n${host}${closing}\r\n`],
  ['a host that is none', `GET / HTTP/1.1\r\nHost: <script>hosted\r\n${closing}\r\n`],
  ['two hosts', `GET / HTTP/1.1\r\n${host}Host: b\r\n${closing}\r\n`],
  [
    'high bytes in headers',
    `OPTIONS / HTTP/1.1\r\n${host}${closing}Origin: \xff\r\nAccess-Control-Request-Method: \xfe\r\nAccess-Control-Request-Headers: \xfd\r\n\r\n`,
  ],
  [
    'names that objects inherit',
    `GET /__proto__ HTTP/1.1\r\n${host}${closing}__proto__: a\r\nconstructor: b\r\n__proto__: c\r\n\r\n`,
  ],
];
