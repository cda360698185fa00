const head = 'Host: 127.0.0.1:4010\r\nAuthorization: Bearer any\r\nAccept: application/json\r\n';

/** A GET as it goes over the wire. */
export const get = (target: string): string => `GET ${target} HTTP/1.1\r\n${head}\r\n`;

/** A POST of JSON as it goes over the wire. */
export const post = (target: string, body: string): string =>
  `POST ${target} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
