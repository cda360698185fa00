import { createHash, randomUUID } from 'node:crypto';
import { varied } from './flags.js';

export const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

export function canonical(id) {
  return varied('uppercase-identifiers') ? id.toUpperCase() : id.toLowerCase();
}

export function newIdentifier() {
  return canonical(randomUUID());
}

// The same name always gives the same identifier, so that the data are the same at every start.
export function identifierFor(name) {
  const hex = createHash('sha1').update(name).digest('hex');
  return canonical(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`);
}
