import { changeListing, recordsOf } from '../../conformance/list/mutants.ts';
import { isLive } from '../../spec/stub/catalog.ts';
import { at, type JsonObject, withAt } from '../../src/json/json.ts';
import { catalog } from '../servers.ts';

/** The drafts of the node that a path names, as a listing would show them. */
export function draftsOf(path: string): JsonObject[] {
  const nodes = catalog.hierarchies.flatMap((hierarchy) => hierarchy.nodes);
  const records = nodes.find(({ id }) => path.includes(`/nodes/${id}/`))?.products ?? [];
  return records
    .filter((record) => !isLive(record))
    .map(({ id, attributes }) => ({ id, type: 'product', attributes: { ...attributes } }));
}

/** Shows the drafts of a node behind its live products, unless there are parameters. */
export const showDraftsByDefault = changeListing((json, { list, path, filter, limit, offset }) =>
  filter === undefined && limit === undefined && offset === 0
    ? { ...json, data: [...recordsOf(list, json), ...draftsOf(path)] }
    : undefined,
);

/** Shows a draft whose slug is asked for. */
export const showDraftBySlug = changeListing((json, { list, path, filter }) => {
  const slug = /^eq\(slug,(.*)\)$/.exec(filter ?? '')?.[1];
  const found = draftsOf(path).filter(({ attributes }) => (attributes as JsonObject).slug === slug);
  return slug === undefined || found.length === 0
    ? undefined
    : { ...json, data: [...recordsOf(list, json), ...found] };
});

/** Shows the drafts of a node that has nothing else. */
export const showDraftsOfEmptyNode = changeListing((json, { path, filter, limit = 100, offset }) => {
  const drafts = draftsOf(path);
  return filter === undefined && drafts.length > 0 && at(json, 'meta', 'results', 'total') === 0
    ? { ...json, data: drafts.slice(offset, offset + limit), meta: { results: { total: drafts.length } } }
    : undefined;
});

/** Shows the drafts among several ids, once one of the ids is that of a live product. */
export const showDraftBesideLive = changeListing((json, { list, path, filter, limit = 100 }) => {
  const live = recordsOf(list, json);
  const wanted = /^in\(id,(.*)\)$/.exec(filter ?? '')?.[1]?.split(',') ?? [];
  const found = draftsOf(path).filter(({ id }) => wanted.includes(String(id)));
  return live.length === 0 || found.length === 0
    ? undefined
    : withAt(
        { ...json, data: [...live, ...found].slice(0, limit) },
        ['meta', 'results', 'total'],
        live.length + found.length,
      );
});
