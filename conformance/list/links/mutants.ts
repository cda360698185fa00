// Faults of servers whose links lead elsewhere, or are absent.

import { isChained, type ListStructure, type Relation } from '../../../src/contract/list.ts';
import type { Mutant } from '../../../src/http/exchange.ts';
import type { Json } from '../../../src/json/json.ts';
import { percentEncoded } from '../../../src/percent.ts';
import { changeLinks, type LinkTable, type ListExchange } from '../mutants.ts';
import { writtenPlace } from '../query.ts';
import { lastBegins } from './last-pages.ts';

export function withParameter(link: string, name: string, value: string | number): string {
  const url = new URL(link);
  url.searchParams.set(name, String(value));
  return url.href;
}

type LinkExchange = ListExchange & {
  readonly links: LinkTable;
  readonly link: string;
  readonly at: (offset: number) => string;
};

/** Changes a link; null is a link, too. */
export const changeLink =
  (name: Relation) =>
  (change: (exchange: LinkExchange) => Json | undefined): Mutant =>
    changeLinks((exchange) => {
      const { links, list } = exchange;
      const link = links[name];
      if (typeof link !== 'string') return undefined;
      const changed = change({
        ...exchange,
        link,
        at: (offset) => {
          const place = writtenPlace(list, Math.max(0, offset), exchange.limit);
          const isAsGiven = list.firstPage === undefined && place !== undefined;
          return place === undefined
            ? link
            : withParameter(link, list.names.offset, isAsGiven ? offset : place);
        },
      });
      return changed !== undefined && changed !== false && { ...links, [name]: changed };
    });

export const changeText = (change: (text: string) => string): Mutant =>
  changeLinks(({ links }) => JSON.parse(change(JSON.stringify(links))));

export const putLink =
  (name: Relation, by: Relation) =>
  (isMeant: (exchange: ListExchange) => boolean): Mutant =>
    changeLinks((exchange) => isMeant(exchange) && { ...exchange.links, [name]: exchange.links[by] ?? null });

export const omit = (name: Relation, parametersOf: (list: ListStructure) => readonly string[]): Mutant =>
  changeLink(name)(({ link, list }) => {
    const url = new URL(link);
    for (const parameter of parametersOf(list)) url.searchParams.delete(parameter);
    return url.href;
  });

export const isOnFirst =
  (isMeant: (exchange: ListExchange) => boolean) =>
  (exchange: ListExchange): boolean =>
    exchange.filter === undefined && exchange.offset === 0 && isMeant(exchange);

export const elsewhere = ({ link }: LinkExchange): string => link.replace(/^[^?]*/, '$&-elsewhere');

/** The last page begins elsewhere than it may. */
export const beginLastAt =
  (placeOf: (exchange: LinkExchange) => number) =>
  (exchange: LinkExchange): Json | undefined => {
    const { at, list, offset, size, total } = exchange;
    const begin = placeOf(exchange);
    const isOpen = list.firstPage !== undefined || isChained(list) || begin <= 0;
    return isOpen || lastBegins(size, offset, total).includes(begin) ? undefined : at(begin);
  };

export const withOffsetTwice = ({ link, list }: LinkExchange): string =>
  `${link}&${percentEncoded(list.names.offset)}=0`;
