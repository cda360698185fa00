import type { Contract } from '../contract/contract.ts';
import { idsOf, type OperationId, operationIn } from '../contract/operations.ts';
import { curl } from '../http/curl.ts';
import type { Header, HttpRequest } from '../http/exchange.ts';
import { at } from '../json/json.ts';
import { ownToken } from './authorization.ts';
import { type Catalog, type CatalogNode, isLive, listingPath } from './catalog.ts';
import { type Choices, stubChoices } from './choices.ts';
import type { ServedStub } from './operation.ts';
import { stubOperationOf } from './operations.ts';
import { samplesOf } from './samples.ts';

const anyToken = 'any-token-will-do';

const exampleToken = (choices: Choices, operation: OperationId): string =>
  choices.tokens === 'own' ? ownToken(operation) : anyToken;

const exampleRequests = (stub: ServedStub): HttpRequest[] =>
  idsOf(stub.contract).flatMap((id): HttpRequest[] => {
    const example = stubOperationOf(stub.contract, id).example(stub);
    if (!example) return [];
    const headers: Header[] = [['Authorization', `Bearer ${exampleToken(stub.choices, id)}`]];
    if (operationIn(stub.contract, id).hasBody) headers.push(['Content-Type', 'application/json']);
    return [{ method: operationIn(stub.contract, id).method, headers, ...example }];
  });

/** Describes a running stub, for the terminal and for `GET /`. */
export type Description = {
  /** The name of the catalog. */
  readonly name: string;
  readonly baseUrl: string;
  readonly operations: readonly {
    readonly id: OperationId;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
  }[];
  readonly hierarchies: readonly {
    readonly id: string;
    readonly name: string;
    readonly nodes: readonly {
      readonly id: string;
      readonly name: string;
      readonly special: string;
      /** The path of its listing, below the base URL. */
      readonly path: string;
    }[];
  }[];
  readonly accounts: readonly string[];
  readonly offerings: readonly {
    readonly id: string;
    readonly name: string;
    readonly plans: readonly string[];
  }[];
  /** A token to send with each operation, which this stub accepts. */
  readonly tokens: Readonly<Record<OperationId, string>>;
  /** Shell commands, one for each operation. */
  readonly examples: readonly string[];
  readonly choices: readonly {
    readonly id: string;
    readonly chosen: string;
    readonly options: readonly string[];
    readonly clauses: readonly string[];
  }[];
};

export function describe(
  contract: Contract,
  catalog: Catalog,
  choices: Choices,
  baseUrl: string,
): Description {
  return {
    name: catalog.name,
    baseUrl,
    operations: idsOf(contract).map((id) => {
      const { method, path } = operationIn(contract, id);
      const summary = at(contract.document, 'paths', path, method.toLowerCase(), 'summary');
      return { id, method, path, summary: typeof summary === 'string' ? summary : '' };
    }),
    hierarchies: contract.own
      ? scopesShown(contract)
      : catalog.hierarchies.map((hierarchy) => ({
          id: hierarchy.id,
          name: hierarchy.name,
          nodes: hierarchy.nodes.map((node) => ({
            id: node.id,
            name: node.name,
            special: aboutNode(node),
            path: listingPath(contract, hierarchy.id, node.id),
          })),
        })),
    accounts: [...catalog.accounts],
    offerings: [...catalog.offerings.values()].map(({ id, name, plans }) => ({ id, name, plans })),
    tokens: Object.fromEntries(
      idsOf(contract).map((id) => [id, exampleToken(choices, id)]),
    ) as Description['tokens'],
    examples: exampleRequests({ contract, catalog, choices }).map((request) => curl(baseUrl, request, [])),
    choices: stubChoices.map(([id, { options, clauses }]) => ({
      id,
      chosen: String(choices[id]),
      options: options.map(String),
      clauses,
    })),
  };
}

const scopesShown = (contract: Contract): Description['hierarchies'] =>
  [...Map.groupBy(samplesOf(contract).collections, ({ operation }) => operation)].map(([id, scopes]) => ({
    id,
    name: operationIn(contract, id).path,
    nodes: scopes.map(({ values, records }) => ({
      id: values.join('/') || '(all)',
      name: '',
      special: `${records.length} records`,
      path: '',
    })),
  }));

function aboutNode({ about, products, curated }: CatalogNode): string {
  const live = products.filter(isLive).length;
  const drafts = products.length - live;
  const facts = [
    `${live} live`,
    ...(drafts > 0 ? [`${drafts} not live`] : []),
    ...(curated.length > 0 ? [`${curated.length} curated`] : []),
  ];
  return about === undefined ? facts.join(', ') : `${about} (${facts.join(', ')})`;
}
