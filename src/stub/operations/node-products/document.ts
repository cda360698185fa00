import { at, isObject, type Json, type JsonObject, type Path, withAt } from '../../../json/json.ts';
import { isLive } from '../../catalog/catalog.ts';
import type { ServedStub } from '../../requests/handler.ts';

/** Gives the parameters of the listing values as examples that this stub answers: a node, and a product to filter by. */
export function withExamples(document: Json, operation: Path, { catalog }: ServedStub): Json {
  const place = [...operation, 'parameters'];
  const parameters = at(document, ...place);
  const [[hierarchy, node] = []] = catalog.hierarchies.flatMap((one) =>
    one.nodes.map((inner) => [one, inner] as const),
  );
  if (!hierarchy || !node || !Array.isArray(parameters)) return document;
  const { id, attributes } = node.products.find(isLive) ?? {};
  const { name, slug } = attributes ?? {};
  const examples: Record<string, JsonObject> = {
    hierarchyID: { example: hierarchy.id },
    nodeID: { example: node.id },
    filter: {
      examples: {
        none: { summary: 'Without a filter', value: '' },
        ...(typeof name === 'string' ? { name: { summary: 'By name', value: `eq(name,${name})` } } : {}),
        ...(typeof slug === 'string' ? { slug: { summary: 'By slug', value: `eq(slug,${slug})` } } : {}),
        ...(id === undefined ? {} : { id: { summary: 'By id', value: `in(id,${id})` } }),
      },
    },
  };
  return withAt(
    document,
    place,
    parameters.map((one) => (isObject(one) ? { ...one, ...examples[String(one.name)] } : one)),
  );
}
