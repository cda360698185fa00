import { fileURLToPath } from 'node:url';
import { loadContract } from '../../src/contract/load.ts';

const openapi = fileURLToPath(new URL('books.yaml', import.meta.url));

/** A contract of books, with everything that can be done to one. */
export const contract = await loadContract({ openapi });
