/**
 * Mutants of the law *kills* that a check of a stub of the contract does not find, by contract, rule and
 * mutant: the stub's data show nothing of them, or the contract promises too little. Every other is found.
 */
export const openMutants: Readonly<Record<string, readonly string[]>> = {
  library: [
    'changeBook/request-charset · a charset parameter is rejected',
    'createBook/accepted · every request is rejected',
    'createShelf/accepted · every request is rejected',
    'listBooks/page-limit-exact · without offset, a page omits one book',
    'listBooks/pages-join · on the largest page of a longer collection, two books in the middle change places',
    'listBooks/pages-join · a page that begins after the first page skips one',
    'listBooks/pages-join · a limit of the whole collection changes its order',
    'listBooks/total-count · the total stops at one hundred',
    'listShelves/order-stable · every second listing of a collection is in reverse',
    'listShelves/order-stable · each listing of a collection begins with another shelve',
    'listShelves/page-limit-exact · without offset, a page omits one shelve',
    'listShelves/total-constant · the total is the size of the page',
    'listShelves/total-count · the total stops at one hundred',
  ],
  events: [
    'create-event/accepted · every request is rejected',
    'list-events/filter-gt-amount-all · a filter by amount, gt, drops the sign of the value',
    'list-events/filter-gt-amount-only · a filter by amount, gt, ignores the value 0',
    'list-events/pages-join · a page that begins after the first page skips one',
    'list-events/parameter-stream-pattern · list-events/stream/pattern is not enforced',
    'list-events/parameters-optional · cursor is required',
  ],
  orders: [
    'orders.create/accepted · every request is rejected',
    'orders.create/listed · what is created is not listed',
    'orders.create/rejected-not-stored · what is rejected is stored',
    'orders.list/filter-pages-exact · a page is cut before it is filtered',
    'orders.list/links-last · Link rel="last" is always absent',
    'orders.list/links-served · Link rel="last" leads beyond the farthest offset',
    'orders.list/page-limit-exact · without page, a page omits one order',
    'orders.list/pages-join · a per_page of the whole collection changes its order',
    'orders.list/parameter-page-minimum · orders.list/page/minimum is not enforced',
    'orders.update/creates-none · a change creates another record with what was sent',
    'orders.update/request-charset · a charset parameter is rejected',
  ],
};
