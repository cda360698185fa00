import { timingSafeEqual, createHash } from 'node:crypto';
import { faulty } from './flags.js';
import { Problem } from './problems.js';

const accessToken = 'b7c1f0a94e5d4d7f9a3c62e18f50d2ab';
const admittedAddresses = new Set();

function digest(text) {
  return createHash('sha256').update(text).digest();
}

function bearerToken(header) {
  if (faulty('authorization-scheme-ignored')) return header.split(' ').pop();
  return /^Bearer +(\S+)$/i.exec(header)?.[1];
}

export async function requireBearer(request) {
  const header = request.headers.authorization;
  if (faulty('authorization-absent-passes') && !header) return;
  if (faulty('authorization-remembered') && admittedAddresses.has(request.ip)) return;
  const token = header && bearerToken(header);
  if (!token || !timingSafeEqual(digest(token), digest(accessToken))) {
    throw new Problem(401, 'A valid bearer token is required.');
  }
  if (faulty('authorization-remembered')) admittedAddresses.add(request.ip);
}
