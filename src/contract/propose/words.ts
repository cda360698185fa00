/** A name without what spellings differ in: `page[size]`, `page_size`, `pageSize` and `$pageSize` are the same. */
export const lettersOfName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Names of query parameters, by what they say in most interfaces. Those that come first are preferred. */
export const parameterNames = {
  pageSize: [
    'limit', 'pagesize', 'perpage', 'pagelimit', 'itemsperpage', 'resultsperpage', 'recordsperpage', 'maxresults',
    'maxitems', 'maxpagesize', 'maxresultcount', 'numresults', 'paginationpagesize', 'paginationlimit',
    'limitperpage', 'resultlimit', 'size', 'top', 'take', 'rows', 'count', 'max', 'first',
  ],
  offset: [
    'offset', 'pageoffset', 'skip', 'skipcount', 'startat', 'startfrom', 'recordoffset', 'resultoffset',
    'paginationstart', 'firstresult', 'start', 'from',
  ],
  pageIndex: [
    'page', 'pagenumber', 'pageno', 'pagenum', 'pageindex', 'currentpage', 'paginationpage', 'pagenr', 'p',
  ],
  inputToken: [
    'cursor', 'pagetoken', 'nexttoken', 'nextpagetoken', 'continuationtoken', 'continuation', 'pagecursor',
    'pageafter', 'paginationtoken', 'pagingtoken', 'startcursor', 'nextcursor', 'skiptoken', 'starttoken', 'marker',
    'bookmark', 'iterator', 'after', 'startingafter', 'aftercursor', 'nextpage', 'next', 'scrollid', 'startkey',
    'exclusivestartkey', 'page', 'offset', 'start',
  ],
} as const; // biome-ignore format: one glance

/** Names that have another meaning so often that only a second parameter for pages makes them one. */
export const ambiguousNames: readonly string[] = [
  'size', 'top', 'take', 'rows', 'count', 'max', 'first', 'start', 'from', 'p', 'after', 'next', 'nextpage', 'iterator',
]; // biome-ignore format: one glance

/** Names of parts of a response, by what they say. */
export const placeNames = {
  items: [
    'items', 'data', 'results', 'records', 'entries', 'value', 'values', 'list', 'content', 'rows', 'objects',
    'elements', 'nodes', 'resources', 'members', 'entities', 'hits', 'documents', 'result', 'collection', 'edges',
  ],
  total: [
    'total', 'totalcount', 'totalitems', 'totalresults', 'totalelements', 'totalrecords', 'totalsize', 'totalrows',
    'totalentries', 'totalhits', 'numbermatched', 'nummatched', 'odatacount', 'fullcount', 'filtercount', 'foundcount',
    'recordstotal', 'itemstotal', 'resultstotal', 'numfound', 'totalnumber', 'countall', 'itemcount', 'recordcount',
    'totalobjects', 'totaldocs',
  ],
  totalPages: [
    'totalpages', 'totalpage', 'pagecount', 'pagescount', 'numpages', 'numberofpages', 'pagetotal', 'lastpage',
    'pagestotal', 'totalpagecount', 'pages',
  ],
  hasMore: [
    'hasmore', 'hasnext', 'hasnextpage', 'more', 'moreavailable', 'moreresults', 'hasmoreitems', 'hasmorepages',
    'hasmoreresults', 'hasmorerecords', 'hasmoredata', 'truncated', 'istruncated', 'nextpageexists',
  ],
  outputToken: [
    'nextcursor', 'nextpagetoken', 'nexttoken', 'nextpagecursor', 'cursornext', 'nextcontinuationtoken',
    'nextmarker', 'nextpaginationtoken', 'nextiterator', 'nextskiptoken', 'endcursor', 'continuationtoken', 'continuation', 'next',
    'nextpage', 'nextoffset', 'after', 'cursor', 'pagetoken', 'iterator', 'bookmark', 'marker', 'paginationtoken', 'offset',
    'lastid', 'nextid', 'nextstartkey', 'lastevaluatedkey',
  ],
} as const; // biome-ignore format: one glance

/** Names of links to other pages, by their relation. */
export const linkNames = {
  // Beside a link to the current page, that to itself is often one to the listing without a query.
  self: ['current', 'self'],
  first: ['first', 'firstpage', 'firstpageurl', 'firsturl', 'hrefself'],
  prev: ['prev', 'previous', 'prevpageurl', 'previouspageurl', 'previousurl', 'prevurl', 'prevlink', 'previouslink', 'prevpage', 'previouspage'],
  next: ['next', 'nextpageurl', 'nexturl', 'nextlink', 'odatanextlink', 'nextpagelink', 'nextpage', 'nextpageuri', 'nexturi'],
  last: ['last', 'lastpage', 'lastpageurl', 'lasturl'],
} as const; // biome-ignore format: one glance

/** Headers with parts of a listing. */
export const headerNames = {
  total: ['xtotalcount', 'xtotal', 'totalcount', 'xtotalresults', 'xpaginationtotalcount', 'xpaginationtotal', 'xwptotal', 'paginationcount', 'paginationtotal', 'total', 'xtotalitems', 'paginationtotalcount'],
  totalPages: ['xtotalpages', 'totalpages', 'xwptotalpages', 'xpaginationpagecount', 'xpaginationtotalpages', 'xpagecount', 'paginationtotalpages'],
  links: ['link'],
  outputToken: ['xnextcursor', 'nextcursor', 'xnexttoken', 'nexttoken', 'xnextpagetoken', 'xmscontinuation'],
} as const; // biome-ignore format: one glance

/** Parameters that search. */
export const searchNames: readonly string[] = [
  'q', 'query', 'search', 'searchterm', 'searchtext', 'keyword', 'keywords', 'term',
]; // biome-ignore format: one glance

/** Parameters that choose how records are shown or found, although records may have a field of the same name. */
export const otherParameters: readonly string[] = [
  ...searchNames, 'filter', 'filters', 'where', 'fields', 'field', 'include', 'includes', 'expand', 'embed',
  'exclude', 'select', 'populate', 'locale', 'lang', 'language', 'format', 'apiversion', 'version', 'timezone', 'tz', 'pretty',
  'callback', 'accesstoken', 'apikey', 'token', 'since', 'until', 'before', 'after', 'from', 'to', 'start', 'end', 'units', 'envelope',
  'view', 'market', 'debug', 'date', 'startdate', 'enddate', 'scope', 'aggregate', 'groupby', 'distinct', 'count',
]; // biome-ignore format: one glance

/** Texts that interfaces rather search than compare. */
export const searchedTexts: readonly string[] = [
  'name', 'title', 'description', 'text', 'label', 'keyword', 'summary', 'content', 'message', 'displayname', 'fullname',
  'firstname', 'lastname', 'subject', 'body', 'notes', 'comment', 'address', 'path', 'query',
]; // biome-ignore format: one glance

export const sortNames = {
  sort: ['sort', 'sortby', 'orderby', 'ordering', 'sortfield', 'sortkey', 'sortcolumn', 'orderfield', 'sortproperty', 'sorton', 'sorting', 'sortparam', 'order'],
  direction: ['order', 'direction', 'sortorder', 'sortdirection', 'orderdirection', 'sortdir', 'orderdir', 'dir', 'orderbydirection', 'sorttype', 'desc', 'descending', 'reverse', 'sortdesc', 'orderdesc'],
} as const; // biome-ignore format: one glance
