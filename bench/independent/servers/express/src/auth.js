import { timingSafeEqual, createHash } from 'node:crypto';
import { config } from './config.js';
import { fault } from './flags.js';
import { Problem } from './problem.js';

const digest = (text) => createHash('sha256').update(text).digest();
const sameToken = (given) => timingSafeEqual(digest(given), digest(config.token));

export const authenticate = (area) => (req, res, next) => {
  const header = req.get('authorization');
  if (!header && area === 'application-keys' && fault('key-auth-optional')) return next();

  const [, token] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  if (!token || !sameToken(token)) {
    res.set('WWW-Authenticate', 'Bearer realm="shop"');
    throw new Problem(401, 'unauthorized', 'A valid bearer token is required');
  }
  next();
};
