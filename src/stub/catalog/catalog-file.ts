import type { ErrorObject, ValidateFunction } from 'ajv';
import { isObject, type Path } from '../../json/json.ts';
import { stepsOf } from '../../json/pointer.ts';
import { validatorOf } from '../../json/validators.ts';
import { lazy } from '../../lazy.ts';
import schema from './catalog.schema.json' with { type: 'json' };
import type { Offering, Product, ProductLine } from './catalog.ts';
import { type CatalogSource, catalogError, collectMistakes } from './catalog-source.ts';

/** A node in a file, where products are referred to by their keys. */
export type CatalogFileNode = {
  readonly id: string;
  readonly name: string;
  readonly about?: string;
  /** Keys, or the name of a file with a product a line: all of its products. */
  readonly products: readonly string[] | string;
  readonly curated?: readonly string[];
};

/**
 * The content of a catalog file; catalog.schema.json says the same to editors. Everything is optional, and may be in
 * another file of the same catalog.
 */
export type CatalogFile = {
  readonly name?: string;
  readonly accounts?: readonly { readonly id: string }[];
  readonly plans?: readonly { readonly id: string; readonly name: string }[];
  readonly offerings?: readonly Offering[];
  readonly hierarchies?: readonly {
    readonly id: string;
    readonly name: string;
    readonly nodes: readonly CatalogFileNode[];
  }[];
  readonly products?: Readonly<Record<string, Product>>;
};

const isFile = lazy(() => validatorOf(schema, 'served') as ValidateFunction<CatalogFile>);
const isLine = lazy(
  () => validatorOf({ $ref: '#/$defs/line', $defs: schema.$defs }, 'served') as ValidateFunction<ProductLine>,
);

/** Checks the form of one file of a catalog. */
export const checkForm = (part: CatalogSource): CatalogFile => check(part, isFile());

/** Checks the form of one line of a file with a product a line. */
export const checkLine = (part: CatalogSource): ProductLine => check(part, isLine());

function check<T>(part: CatalogSource, isRight: ValidateFunction<T>): T {
  const { value } = part;
  if (isRight(value)) return value;
  // That a condition failed is said by what failed of it.
  const mistakes = collectMistakes();
  for (const error of (isRight.errors ?? []).filter(({ keyword }) => keyword !== 'if')) {
    const { steps, what } = described(error);
    mistakes.note(() => {
      throw catalogError(part, [...stepsOf(error.instancePath), ...steps], what);
    });
  }
  mistakes.end();
  throw new Error('a catalog was rejected without a reason');
}

/** What is wrong, and the steps to it from the value that was checked. */
function described({ keyword, params, parentSchema, message }: ErrorObject): { steps: Path; what: string } {
  if (keyword === 'additionalProperties') {
    const known = isObject(parentSchema?.properties) ? Object.keys(parentSchema.properties) : [];
    return {
      steps: [String(params.additionalProperty)],
      what: `is an unknown field; the fields there are ${known.join(', ')}`,
    };
  }
  if (keyword === 'uniqueItems') {
    const [first, second] = [Number(params.i), Number(params.j)].sort((one, other) => one - other);
    return { steps: [second ?? 0], what: `is the same as item ${first}` };
  }
  return { steps: [], what: message ?? 'is invalid' };
}
