/**
 * The module `node:http`. An import of it also loads all that it re-exports, a client for `fetch` and web sockets among
 * it, which takes longer than the rest of a start.
 */
export const nodeHttp = process.getBuiltinModule('node:http');
