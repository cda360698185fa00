import { listingCall } from '../../conformance/engine/listing.ts';
import { nonce } from '../../conformance/engine/nonce.ts';
import { specimen, type WritingOperation } from '../../conformance/engine/specimen.ts';
import { creation } from '../../conformance/engine/submit.ts';
import type { Target } from '../../conformance/engine/target.ts';
import { counted } from '../../conformance/report/words.ts';
import { type Contract, operationIds } from '../contract/contract.ts';
import type { Catalog, CatalogNode } from '../stub/catalog.ts';
import { isLive } from '../stub/order.ts';
import { curl } from '../wire/curl.ts';
import type { Call } from '../wire/exchange.ts';
import { at } from '../wire/json.ts';

/** What one needs to know of a running stub: operations, nodes, and lines to try. */
export function stubSheet(contract: Contract, catalog: Catalog, target: Target): string {
  const operations = operationIds.map((id) => {
    const { method, path } = contract.operations[id];
    return `  ${method.padEnd(5)} ${path}`;
  });
  const nodes = catalog.hierarchies.flatMap((hierarchy) => [
    `  ${hierarchy.name}  ${hierarchy.id}`,
    ...hierarchy.nodes.map((node) => `    ${node.name.padEnd(16)} ${node.id}  ${special(node)}`),
  ]);
  const lines = examples(contract, target).map((call) => `  ${curl(target.baseUrl, call, [])}`);
  return [
    `${catalog.name} at ${target.baseUrl}`,
    ['operations', ...operations].join('\n'),
    ['nodes', ...nodes].join('\n'),
    ['to try', ...lines].join('\n'),
  ].join('\n\n');
}

/** What the catalog says of a node, or else how many products it has of which kind. */
function special(node: CatalogNode): string {
  const about = at(node, 'about');
  if (typeof about === 'string') return about;
  const live = node.products.filter(isLive).length;
  const drafts = node.products.length - live;
  const facts = [`${live} live`, ...(drafts > 0 ? [counted(drafts, 'draft')] : [])];
  return [...facts, ...(node.curated.length > 0 ? [`${node.curated.length} curated`] : [])].join(', ');
}

/** One call for each operation. */
function examples(contract: Contract, target: Target): Call[] {
  const look = { contract, target };
  const created = (operation: WritingOperation): Call => {
    const body = JSON.stringify(specimen(contract, target, operation));
    return creation(look, operation, body.replaceAll(nonce, 'example'));
  };
  const [node] = target.nodes;
  return [
    created('application-key'),
    created('subscription'),
    ...(node ? [listingCall(look, node, { limit: 3 })] : []),
  ];
}
