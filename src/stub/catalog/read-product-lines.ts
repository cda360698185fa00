import type { Contract } from '../../contract/contract.ts';
import { UserError } from '../../errors.ts';
import { depthLimit, measure } from '../../json/body.ts';
import type { Json } from '../../json/json.ts';
import { numberWords } from '../../number-words.ts';
import { tooDeep } from '../../yaml/check-nodes.ts';
import { readLines } from '../../yaml/lines.ts';
import { checkLine } from './catalog-file.ts';
import type { LineFile } from './catalog-source.ts';
import { createProductCheck } from './check-against-contract.ts';

/** How many lines are read between two reports of how far it is. */
const reportEvery = 50_000;

/**
 * Reads files with a product a line. With a contract, products have to satisfy it. Throws a {@link UserError} with file
 * and line.
 */
export async function readProductLines(
  names: readonly string[],
  contract: Contract | undefined,
  onStep: (step: string) => void,
): Promise<LineFile[]> {
  const check = contract && createProductCheck(contract);
  const files: LineFile[] = [];
  for (const name of names) {
    const lines: LineFile['lines'][number][] = [];
    await readLines(name, (text, number) => {
      if (number % reportEvery === 0) onStep(`reading ${name}: ${numberWords(number)} products`);
      const where = (): string => `${name}:${number}`;
      const line = { value: parseLine(text, where), where, whole: 'the product' };
      const product = checkLine(line);
      check?.(line, product, []);
      lines.push({ ...line, product });
    });
    files.push({ name, lines });
  }
  return files;
}

function parseLine(line: Buffer, where: () => string): Json {
  // A shorter line cannot nest that deep.
  if (line.byteLength > 2 * depthLimit && measure(line).depth > depthLimit)
    throw new UserError(`${where()}: ${tooDeep}.`);
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    throw new UserError(`${where()}: is not JSON; write one product there, in one line.`);
  }
}
