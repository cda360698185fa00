import type { Contract } from '../../src/contract/contract.ts';
import { UserError } from '../../src/errors.ts';
import { isObject, type JsonObject } from '../../src/json/json.ts';
import { suggestion } from '../../src/words.ts';
import type { ExpectedRejection } from './sent.ts';

/** Reads the file of `--expect`: the requests that tests mean to be rejected. */
export async function readExpected(file: string, contract: Contract): Promise<readonly ExpectedRejection[]> {
  const { readYaml } = await import('../../src/yaml/yaml-file.ts');
  const { value, where } = await readYaml(file);
  const fields = ['method', 'path', 'clause', 'reason'];
  if (!Array.isArray(value))
    throw new UserError(`${where([])}: not a list; write entries such as "- { method, path, reason }".`);
  for (const [index, entry] of value.entries()) {
    const at = where([index]);
    if (!isObject(entry)) throw new UserError(`${at}: not an entry; write { method, path, reason }.`);
    const unknown = Object.keys(entry).find((name) => !fields.includes(name));
    if (unknown !== undefined)
      throw new UserError(`${at}: "${unknown}" is not a field of an entry; ${suggestion(unknown, fields)}`);
    const { clause, ...required }: JsonObject = { method: '', path: '', reason: '', ...entry };
    const missing = Object.entries(required).find(
      ([, text]) => typeof text !== 'string' || text.trim() === '',
    );
    if (missing) throw new UserError(`${at}: "${missing[0]}" is missing or not a text; write one.`);
    if (clause !== undefined && !contract.clauses.has(String(clause)))
      throw new UserError(
        `${at}: "${clause}" is not a clause; ${suggestion(String(clause), [...contract.clauses.keys()])}`,
      );
  }
  return value as unknown as readonly ExpectedRejection[];
}
