type Subject =
  | 'operations'
  | 'access'
  | 'body'
  | 'content type'
  | 'links and totals'
  | 'fields'
  | 'valid requests'
  | 'optional values'
  | 'required values'
  | 'rejections'
  | 'offset'
  | 'page sizes'
  | 'constant total'
  | 'paging'
  | 'matches'
  | 'filters'
  | 'listed records'
  | 'count'
  | 'order'
  | 'included records'
  | 'links';

/** Rules that usually break and are fixed together. */
type Family =
  | 'access'
  | 'distinct'
  | 'echo'
  | 'filters ignored'
  | 'forms'
  | 'lengths'
  | 'links'
  | 'missing'
  | 'order'
  | 'page sizes'
  | 'pages that do not join'
  | 'parameters'
  | 'required'
  | 'timestamps'
  | 'too little found'
  | 'too much found'
  | 'totals'
  | 'types';

/** What a rule is about, and which rules break with it. */
export type Topic = readonly [subject: Subject, family?: Family];
