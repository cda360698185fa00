import { isAtOrIn } from '../json/json.ts';
import { type Constraint, type Contract, constraintsOf } from './contract.ts';
import type { Operation } from './operations.ts';

/**
 * The types of optional fields of a record that a response returns, of those that may not be null. What is beside the
 * record, such as a token or a link, has rules of its own.
 */
export const nonNullOptions = (
  contract: Pick<Contract, 'constraints'>,
  { id, record }: Pick<Operation, 'id' | 'record'>,
): readonly Constraint[] =>
  constraintsOf(contract, id).filter(
    ({ side, keyword, value, optional, paths }) =>
      side === 'response' &&
      keyword === 'type' &&
      optional &&
      ![value].flat().includes('null') &&
      paths.some(
        (path) =>
          path.length > record.length && isAtOrIn(path, record) && !['[]', '{}'].includes(path.at(-1) ?? ''),
      ),
  );
