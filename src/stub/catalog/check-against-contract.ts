import type { Contract } from '../../contract/contract.ts';
import { operationThat } from '../../contract/operations/operations.ts';
import { inline } from '../../contract/read-operations.ts';
import { compile } from '../../contract/validate.ts';
import { at, isObject, type JsonObject, type Path } from '../../json/json.ts';
import { stepsOf } from '../../json/pointer.ts';
import {
  type CatalogSource,
  catalogError,
  collectMistakes,
  type LineFile,
  type Mistakes,
} from './catalog-source.ts';
import { onceOnly } from './once-only.ts';

/** Throws if an entry of a part of a catalog, at a path, violates a schema of the contract. */
type Check = (part: CatalogSource, value: unknown, place: Path) => void;

function checkBy(schema: JsonObject): Check {
  const validate = compile(schema);
  return (part, value, place) => {
    // The stub fills in required fields that an entry leaves out.
    const mistakes = collectMistakes();
    for (const { message, clause, pointer } of validate(value).filter(
      ({ keyword }) => keyword !== 'required',
    ))
      mistakes.note(() => {
        throw catalogError(
          part,
          [...place, ...stepsOf(pointer)],
          `${message} according to the contract (${clause})`,
        );
      });
    mistakes.end();
  };
}

/** Creates the check of a product against the contract. */
export const createProductCheck = ({ operations }: Contract): Check =>
  checkBy(inside(operations[operationThat('list', 'product')].response, 'properties', 'data', 'items'));

/** Checks a catalog against the contract, so that the stub cannot be made to violate it. */
export function checkAgainstContract(
  parts: readonly CatalogSource[],
  contract: Contract,
  lineFiles: readonly LineFile[],
  { note }: Mistakes,
): void {
  const { document } = contract;
  const checkProduct = createProductCheck(contract);
  const named = objectAt(document, 'components', 'schemas', 'SubscriptionOffering');
  const offering = objectAt(inline(document, named), 'properties');
  const checkOffering = checkBy(inside(offering, 'attributes'));
  const checkMeta = checkBy(inside(offering, 'meta'));
  const unique = { sku: onceOnly('sku'), slug: onceOnly('slug') };
  const claim = (part: CatalogSource, product: unknown, place: Path): void => {
    for (const name of ['sku', 'slug'] as const) {
      const value = at(product, 'attributes', name);
      if (typeof value === 'string') note(() => unique[name](value, part, place, 'attributes', name));
    }
  };
  for (const { lines } of lineFiles) for (const line of lines) claim(line, line.product, []);
  for (const part of parts) {
    for (const [key, entry] of Object.entries(objectAt(part.value, 'products'))) {
      note(() => checkProduct(part, entry, ['products', key]));
      claim(part, entry, ['products', key]);
    }
    const offerings = at(part.value, 'offerings');
    for (const [index, entry] of (Array.isArray(offerings) ? offerings : []).entries()) {
      note(() => checkOffering(part, entry, ['offerings', index]));
      note(() => checkMeta(part, entry, ['offerings', index]));
    }
  }
}

const objectAt = (value: unknown, ...path: Path): JsonObject => {
  const found = at(value, ...path);
  return isObject(found) ? found : {};
};

const inside = (schema: JsonObject, ...path: Path): JsonObject => objectAt(schema, ...path);
