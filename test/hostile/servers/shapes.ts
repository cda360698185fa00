const host = 'Host: a\r\n';
const closing = 'Connection: close\r\n';
const key =
  'POST /v2/application-keys HTTP/1.1\r\nAuthorization: Bearer a\r\nContent-Type: application/json\r\n';

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
