// Ids that a server may take for others, so that a request could reach the record of someone else.

/** What is left of an id for a server that ignores letter case, accents, width, leading zeros or a suffix such as `.json`. */
export const roughly = (id: string): string =>
  id
    .normalize('NFKD')
    .replaceAll(/\p{M}|^0+(?=.)|\.\p{L}+$/gu, '')
    .toUpperCase()
    .toLowerCase();

/** An id, and others that a server may read in it: parts of it, or a number. */
export const readingsOfId = (id: string): readonly string[] => [
  id,
  ...id.split(/[ :@+=$!|~]+/),
  ...(/^\d+/.exec(id) ?? []),
  ...(Number.isNaN(Number(id)) ? [] : [String(Number(id))]),
];

/** Whether a server, or something in front of it, may read an id as a path, a query, a list or a pattern. */
export const mayLeadElsewhere = (id: string): boolean =>
  !/^[\p{L}\p{M}\p{N} ._~:@+=$!|-]+$/u.test(id) || /^[ .]|[ .]$/.test(id);
