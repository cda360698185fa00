import { faulty } from './flags.js';
import { canonical } from './identifiers.js';
import { Problem } from './problems.js';

function equalCondition(column, value) {
  const operator = faulty('filter-equal-as-like') ? 'LIKE' : '=';
  return { sql: `products.${column} ${operator} ?`, values: [value] };
}

function amongCondition(list) {
  let values = list.split(',').map((value) => canonical(value.trim()));
  if (faulty('filter-in-first-only')) values = values.slice(0, 1);
  if (faulty('filter-in-without-brackets')) {
    return { sql: values.map(() => 'products.id = ?').join(' OR '), values };
  }
  return { sql: `products.id IN (${values.map(() => '?').join(', ')})`, values };
}

// Turns eq(name,<value>), eq(slug,<value>) and in(id,<value>,...) into a condition of the query.
export function filterCondition(text) {
  if (text === undefined) return { sql: '1 = 1', values: [] };
  const filter = faulty('filter-decoded-twice') ? decodeURIComponent(text) : text;
  const equal = /^eq\((name|slug),(.+)\)$/s.exec(filter);
  if (equal) return equalCondition(equal[1], equal[2]);
  const among = /^in\(id,(.+)\)$/s.exec(filter);
  if (among) return amongCondition(among[1]);
  throw new Problem(400, 'The filter is not one of eq(name,...), eq(slug,...) and in(id,...).');
}
