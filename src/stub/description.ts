import { type Contract, type OperationId, operationIds } from '../contract/contract.ts';
import { curl } from '../wire/curl.ts';
import { at } from '../wire/json.ts';
import type { Catalog, CatalogNode } from './catalog.ts';
import type { Choice } from './choice.ts';
import { type Choices, choiceTable } from './choices.ts';
import { exampleCalls } from './examples.ts';
import { listingPath } from './listing-path.ts';
import { isLive } from './order.ts';

/** All there is to say about a running stub, as plain data: what the terminal and the page both show. */
export type Description = {
  /** Of the catalog. */
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
    readonly nodes: readonly DescribedNode[];
  }[];
  readonly accounts: readonly string[];
  readonly offerings: readonly {
    readonly id: string;
    readonly name: string;
    readonly plans: readonly string[];
  }[];
  /** Shell lines to try, one for each operation. */
  readonly examples: readonly string[];
  readonly choices: readonly DescribedChoice[];
};

/** A node, and where it is listed. */
export type DescribedNode = {
  readonly id: string;
  readonly name: string;
  readonly special: string;
  /** The path of its listing, below the base URL. */
  readonly path: string;
};

/** A choice, and what was chosen. */
export type DescribedChoice = {
  readonly id: string;
  readonly chosen: string;
  readonly alternatives: readonly string[];
  readonly kind: Choice['kind'];
  readonly clauses: readonly string[];
};

/** Describes a stub that is reached at a base URL. */
export function describe(
  contract: Contract,
  catalog: Catalog,
  choices: Choices,
  baseUrl: string,
): Description {
  return {
    name: catalog.name,
    baseUrl,
    operations: operationIds.map((id) => {
      const { method, path } = contract.operations[id];
      const summary = at(contract.document, 'paths', path, method.toLowerCase(), 'summary');
      return { id, method, path, summary: typeof summary === 'string' ? summary : '' };
    }),
    hierarchies: catalog.hierarchies.map((hierarchy) => ({
      id: hierarchy.id,
      name: hierarchy.name,
      nodes: hierarchy.nodes.map((node) => ({
        id: node.id,
        name: node.name,
        special: special(node),
        path: listingPath(contract, hierarchy.id, node.id),
      })),
    })),
    accounts: [...catalog.accounts],
    offerings: [...catalog.offerings.values()].map(({ id, name, plans }) => ({ id, name, plans })),
    examples: exampleCalls(contract, catalog).map((call) => curl(baseUrl, call, [])),
    choices: Object.entries<Choice>(choiceTable).map(([id, { alternatives, kind, clauses }]) => ({
      id,
      chosen: String(choices[id as keyof Choices]),
      alternatives: alternatives.map(String),
      kind,
      clauses,
    })),
  };
}

/** What the catalog says of a node, and how many products it has of which kind. */
function special({ about, products, curated }: CatalogNode): string {
  const live = products.filter(isLive).length;
  const drafts = products.length - live;
  const facts = [
    `${live} live`,
    ...(drafts > 0 ? [`${drafts} not live`] : []),
    ...(curated.length > 0 ? [`${curated.length} curated`] : []),
  ];
  return about === undefined ? facts.join(', ') : `${about} (${facts.join(', ')})`;
}
