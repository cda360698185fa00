import { basename } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { type Contract, focusOf } from '../../src/contract/contract.ts';
import { inline } from '../../src/contract/openapi.ts';
import { filledPath } from '../../src/contract/operations.ts';
import { compileSchema } from '../../src/contract/validate.ts';
import { UserError } from '../../src/errors.ts';
import { depthLimit, measure, tooDeep } from '../../src/json/body.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  objectIn,
  type Path,
  pointerTo,
  stepsOf,
  withoutAt,
} from '../../src/json/json.ts';
import { schemaAt } from '../../src/json/schema-at.ts';
import { validatorOf } from '../../src/json/validators.ts';
import { lazy } from '../../src/once.ts';
import { readLines } from '../../src/yaml/text-file.ts';
import schema from './catalog.schema.json' with { type: 'json' };

export type Product = {
  readonly id: string;
  readonly attributes: JsonObject;
  readonly meta?: JsonObject;
  readonly relationships?: JsonObject;
};

type ProductLine = Product & { readonly key?: string };

export const isLive = (product: Product): boolean => product.attributes.status === 'live';

/** A node with its products, drafts included. */
export type CatalogNode = {
  readonly id: string;
  readonly name: string;
  readonly about?: string;
  readonly products: readonly Product[];
  /** In curated order; empty if the node is not curated. */
  readonly curated: readonly Product[];
};

type Hierarchy = {
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly CatalogNode[];
};

export type Offering = {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly external_ref?: string;
  readonly owner: string;
  readonly external_product_refs: readonly string[];
  readonly plans: readonly string[];
};

/** Everything that the stub serves but does not create. Ids are in lower case. */
export type Catalog = {
  readonly name: string;
  readonly accounts: ReadonlySet<string>;
  readonly plans: ReadonlySet<string>;
  readonly offerings: ReadonlyMap<string, Offering>;
  readonly hierarchies: readonly Hierarchy[];
  /** By their ids. */
  readonly products: ReadonlyMap<string, Product>;
};

export function withProducts(
  catalog: Catalog,
  change: (product: Product, place: number) => Product,
): Catalog {
  const changed = new Map([...catalog.products.values()].map((one, place) => [one, change(one, place)]));
  const changedOf = (product: Product): Product => changed.get(product) ?? change(product, 0);
  return {
    ...catalog,
    products: new Map([...catalog.products].map(([id, product]) => [id, changedOf(product)])),
    hierarchies: catalog.hierarchies.map((hierarchy) => ({
      ...hierarchy,
      nodes: hierarchy.nodes.map((node) => ({
        ...node,
        products: node.products.map(changedOf),
        curated: node.curated.map(changedOf),
      })),
    })),
  };
}

/** The catalog whose nodes list other records than their live products. */
export function withListed(
  catalog: Catalog,
  change: (listed: readonly JsonObject[]) => readonly JsonObject[],
): Catalog {
  const changed = new Map<string, Product>();
  const hierarchies = catalog.hierarchies.map((hierarchy) => ({
    ...hierarchy,
    nodes: hierarchy.nodes.map((node) => {
      const listed = change(node.products.filter(isLive)).filter(isProduct);
      for (const product of listed)
        if (catalog.products.get(product.id) !== product) changed.set(product.id, product);
      const ids = new Set(listed.map(({ id }) => id));
      const isLeft = (product: Product): boolean => !isLive(product) || ids.has(product.id);
      const added = listed.filter(({ id }) => node.products.every((one) => one.id !== id));
      return {
        ...node,
        products: [...node.products.filter(isLeft), ...added],
        curated: node.curated.filter(isLeft),
      };
    }),
  }));
  const whole = { ...catalog, hierarchies, products: new Map([...catalog.products, ...changed]) };
  return withProducts(whole, (product) => changed.get(product.id) ?? product);
}

const isProduct = (record: JsonObject): record is Product & JsonObject =>
  typeof record.id === 'string' && isObject(record.attributes);

export const pathOfNode = (contract: Contract, hierarchy: string, node: string): string =>
  filledPath(focusOf(contract).path, [hierarchy, node]);

export type CatalogSource = {
  readonly value: Json;
  readonly where: (path: Path) => string;
  readonly whole?: string;
};

type LineFile = {
  readonly name: string;
  readonly lines: readonly (CatalogSource & { readonly product: ProductLine })[];
};

const catalogError = (
  { where, whole = 'the catalog' }: CatalogSource,
  path: Path,
  what: string,
  advice = 'fix it there',
): string => `${where(path)}: ${pointerTo(path) || whole} ${what}; ${advice}.`;

const mostShown = 20;

type Mistakes = ReturnType<typeof collectMistakes>;

/** Collects mistakes in a catalog, to report all at once. */
function collectMistakes() {
  const noted: string[] = [];
  return {
    add: (mistake: string): void => void noted.push(mistake),
    /** Throws one {@link UserError} for everything that was noted. */
    end: (): void => {
      const [first, ...others] = noted.slice(0, mostShown);
      const rest = noted.length - mostShown;
      if (first !== undefined)
        throw new UserError(first, [...others, ...(rest > 0 ? [`and ${rest} more mistakes.`] : [])]);
    },
  };
}

/** Notes a mistake if another entry has the same value; `inner` leads from the entry to the value. */
type ClaimOnce = (value: string, part: CatalogSource, entry: Path, ...inner: Path) => void;

function uniqueValues(kind: string, { add }: Mistakes): ClaimOnce {
  const taken = new Map<string, { readonly part: CatalogSource; readonly entry: Path }>();
  return (value, part, entry, ...inner) => {
    const other = taken.get(value);
    if (other) {
      const [pointer, place] = [pointerTo(other.entry), other.part.where(other.entry)];
      const first = pointer === '' ? place : `${pointer} (${place})`;
      const advice = `give one of them another ${kind}`;
      add(catalogError(part, [...entry, ...inner], `is the ${kind} of ${first} as well`, advice));
    } else taken.set(value, { part, entry });
  };
}

type CatalogFileNode = {
  readonly id: string;
  readonly name: string;
  readonly about?: string;
  /** Keys of products, or the name of a file with a product a line. */
  readonly products: readonly string[] | string;
  readonly curated?: readonly string[];
};

/** A catalog file, as catalog.schema.json describes it. Each part may be in another file. */
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

/** What a part contains; undefined if it has not the form of that, which is noted. */
function checkedPart<T>(part: CatalogSource, isRight: ValidateFunction<T>, { add }: Mistakes): T | undefined {
  const { value } = part;
  if (isRight(value)) return value;
  for (const error of (isRight.errors ?? []).filter(({ keyword }) => keyword !== 'if')) {
    const { steps, what } = described(error);
    add(catalogError(part, [...stepsOf(error.instancePath), ...steps], what));
  }
  return undefined;
}

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

type CheckedPart = { readonly part: CatalogSource; readonly file: CatalogFile };

export function joinFiles(
  files: readonly CheckedPart[],
  lineFiles: readonly LineFile[] = [],
  mistakes: Mistakes = collectMistakes(),
): Catalog {
  const byKey = new Map<string, Product>();
  const products = new Map<string, Product>();
  const [claimKey, claimId] = [uniqueValues('key', mistakes), uniqueValues('id', mistakes)];
  const take = (key: string | undefined, product: Product, part: CatalogSource, place: Path): void => {
    const id = product.id.toLowerCase();
    if (key !== undefined) {
      claimKey(key, part, place, ...(place.length === 0 ? ['key'] : []));
      byKey.set(key, product);
    }
    claimId(id, part, place, 'id');
    products.set(id, product);
  };
  const lists = {
    accounts: uniqueValues('id', mistakes),
    plans: uniqueValues('id', mistakes),
    offerings: uniqueValues('id', mistakes),
    hierarchies: uniqueValues('id', mistakes),
  };
  const inFile = new Map<string, readonly Product[]>();
  for (const { name, lines } of lineFiles) {
    for (const line of lines) take(line.product.key, line.product, line, []);
    inFile.set(
      basename(name),
      lines.map(({ product }) => product),
    );
  }
  for (const { part, file } of files) {
    for (const [key, product] of Object.entries(file.products ?? {}))
      take(key, product, part, ['products', key]);
    for (const list of ['accounts', 'plans', 'offerings', 'hierarchies'] as const)
      for (const [index, { id }] of (file[list] ?? []).entries())
        lists[list](id.toLowerCase(), part, [list, index], 'id');
  }
  const all = <T>(list: (file: CatalogFile) => readonly T[] | undefined): T[] =>
    files.flatMap(({ file }) => list(file) ?? []);
  const hierarchies = buildHierarchies(files, { byKey, inFile }, mistakes);
  return {
    name: all((file) => (file.name === undefined ? [] : [file.name]))[0] ?? 'Catalog',
    accounts: entryIds(all(({ accounts }) => accounts)),
    plans: entryIds(all(({ plans }) => plans)),
    offerings: new Map(
      all(({ offerings }) => offerings).map((offering): [string, Offering] => [
        offering.id.toLowerCase(),
        offering,
      ]),
    ),
    hierarchies,
    products,
  };
}

type KnownProducts = {
  readonly byKey: ReadonlyMap<string, Product>;
  readonly inFile: ReadonlyMap<string, readonly Product[]>;
};

function buildHierarchies(
  files: readonly CheckedPart[],
  products: KnownProducts,
  mistakes: Mistakes,
): Hierarchy[] {
  return files.flatMap(({ part, file }) =>
    (file.hierarchies ?? []).map((hierarchy, index) => {
      const path = ['hierarchies', index];
      const claimNode = uniqueValues('id', mistakes);
      const nodes = hierarchy.nodes.map((node, place) => {
        claimNode(node.id.toLowerCase(), part, [...path, 'nodes', place], 'id');
        return buildNode(node, products, part, [...path, 'nodes', place], mistakes);
      });
      return { id: hierarchy.id, name: hierarchy.name, nodes };
    }),
  );
}

function buildNode(
  { id, name, about, ...entry }: CatalogFileNode,
  known: KnownProducts,
  part: CatalogSource,
  path: Path,
  mistakes: Mistakes,
): CatalogNode {
  const find = (list: 'products' | 'curated', keys: readonly string[]): Product[] =>
    keys.flatMap((key, index) => {
      const product = known.byKey.get(key);
      if (product) return product;
      const what = `refers to the product "${key}", which is missing under products`;
      return fault([...path, list, index], what) ?? [];
    });
  const products =
    typeof entry.products === 'string' ? productsIn(entry.products) : find('products', entry.products);
  const curated = find('curated', entry.curated ?? []);
  const attached = new Set(curated.length > 0 ? products : []);
  for (const [place, key] of (entry.curated ?? []).entries()) {
    const product = known.byKey.get(key);
    if (product && !attached.has(product))
      fault([...path, 'curated', place], 'is curated but not among the products of its node');
  }
  return { id, name, ...(about === undefined ? {} : { about }), products, curated };

  function fault(place: Path, what: string, advice?: string): undefined {
    mistakes.add(catalogError(part, place, what, advice));
  }

  function productsIn(file: string): readonly Product[] {
    const found = known.inFile.get(file);
    if (found) return found;
    const what = `names the file "${file}", which is not in the folder of this catalog`;
    return fault([...path, 'products'], what, 'add it there') ?? [];
  }
}

const entryIds = (entries: readonly { id: string }[]): ReadonlySet<string> =>
  new Set(entries.map(({ id }) => id.toLowerCase()));

type CatalogCheck = (part: CatalogSource, value: unknown, place: Path, mistakes: Mistakes) => void;

function checkBy(schema: JsonObject): CatalogCheck {
  const validate = compileSchema(schema);
  return (part, value, place, { add }) => {
    // The stub adds required fields that an entry leaves out.
    for (const { keyword, message, clause, pointer } of validate(value)) {
      if (keyword === 'required') continue;
      const what = `${message} according to the contract (${clause})`;
      add(catalogError(part, [...place, ...stepsOf(pointer)], what));
    }
  };
}

/** The schema of a product of a catalog: that of a listed one, which may be a draft, too. */
export function productSchema(contract: Contract): JsonObject {
  const { response, record } = focusOf(contract);
  const listed = objectIn(schemaAt(response, record), 'items');
  return withoutAt(listed, ['properties', 'attributes', 'properties', 'status', 'const']) as JsonObject;
}

function checkAgainstContract(
  parts: readonly CatalogSource[],
  contract: Contract,
  lineFiles: readonly LineFile[],
  mistakes: Mistakes,
): void {
  const { document } = contract;
  const checkProduct = checkBy(productSchema(contract));
  const named = objectIn(document, 'components', 'schemas', 'SubscriptionOffering');
  const offering = objectIn(inline(document, named), 'properties');
  const checkOffering = checkBy(objectIn(offering, 'attributes'));
  const checkMeta = checkBy(objectIn(offering, 'meta'));
  const unique = { sku: uniqueValues('sku', mistakes), slug: uniqueValues('slug', mistakes) };
  const claim = (part: CatalogSource, product: unknown, place: Path): void => {
    for (const name of ['sku', 'slug'] as const) {
      const value = at(product, 'attributes', name);
      if (typeof value === 'string') unique[name](value, part, place, 'attributes', name);
    }
  };
  for (const { lines } of lineFiles) for (const line of lines) claim(line, line.product, []);
  for (const part of parts) {
    for (const [key, entry] of Object.entries(objectIn(part.value, 'products'))) {
      checkProduct(part, entry, ['products', key], mistakes);
      claim(part, entry, ['products', key]);
    }
    const offerings = at(part.value, 'offerings');
    for (const [index, entry] of (Array.isArray(offerings) ? offerings : []).entries()) {
      checkOffering(part, entry, ['offerings', index], mistakes);
      checkMeta(part, entry, ['offerings', index], mistakes);
    }
  }
}

export const buildCatalog = (value: unknown, name: string, contract?: Contract): Catalog =>
  assembleCatalog([{ value: value as Json, where: () => name }], contract);

/** Assembles a catalog from files that may refer to each other. With a contract, it has to satisfy it. */
export function assembleCatalog(
  parts: readonly CatalogSource[],
  contract?: Contract,
  lineFiles: readonly LineFile[] = [],
): Catalog {
  const forms = collectMistakes();
  const files = parts.flatMap((part) => {
    const file = checkedPart(part, isFile(), forms);
    return file ? [{ part, file }] : [];
  });
  forms.end();
  const mistakes = collectMistakes();
  const catalog = joinFiles(files, lineFiles, mistakes);
  if (contract) checkAgainstContract(parts, contract, lineFiles, mistakes);
  mistakes.end();
  return catalog;
}

/** Reads files with a product a line. */
export async function readProductLines(
  names: readonly string[],
  contract: Contract | undefined,
): Promise<LineFile[]> {
  const check = contract && checkBy(productSchema(contract));
  const files: LineFile[] = [];
  for (const name of names) {
    const lines: LineFile['lines'][number][] = [];
    await readLines(name, (text, number) => {
      const where = (): string => `${name}:${number}`;
      const line = { value: parseLine(text, where), where, whole: 'the product' };
      const mistakes = collectMistakes();
      const product = checkedPart(line, isLine(), mistakes);
      if (product) check?.(line, product, [], mistakes);
      mistakes.end();
      if (product) lines.push({ ...line, product });
    });
    files.push({ name, lines });
  }
  return files;
}

function parseLine(line: Buffer, where: () => string): Json {
  if (line.byteLength > 2 * depthLimit && measure(line).depth > depthLimit)
    throw new UserError(`${where()}: ${tooDeep}.`);
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    throw new UserError(`${where()}: is not JSON; write one product there, in one line.`);
  }
}
