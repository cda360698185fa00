import { objectIn } from '../json/json.ts';
import type { Contract } from './contract.ts';
import type { Operation } from './operations.ts';

/** The statuses of the responses that a contract describes, such as `201`, `4XX` and `default`. */
export const namedStatuses = (
  { document }: Pick<Contract, 'document'>,
  { path, method }: Operation,
): readonly string[] => Object.keys(objectIn(document, 'paths', path, method.toLowerCase(), 'responses'));
