import { type Place, placeIn } from '../../src/contract/places.ts';
import type { OperationProposal } from '../../src/contract/proposals.ts';
import type { Proposal, Question } from '../../src/contract/propose/proposal.ts';
import { at, isObject, type Json, type JsonObject, type Path, stepsOf } from '../../src/json/json.ts';

/** A response to a query; undefined if none came, or none with JSON and a 2xx status. */
export type QueryResponse = {
  readonly body: Json;
  readonly header: (name: string) => string | undefined;
};

/** Reads a listing of a server by a query, as it is written in a URL. */
export type Ask = (query: string) => Promise<QueryResponse | undefined>;

/** The records that a response to a listing contains where they are proposed to be; undefined if there is no list. */
export function recordsShown(
  { proposals }: Pick<OperationProposal, 'proposals'>,
  { body }: QueryResponse,
): readonly JsonObject[] | undefined {
  const items = placeIn(String(proposals.find(({ keyword }) => keyword.join() === 'items')?.value));
  const found = items?.of === 'body' ? at(body, ...items.path) : undefined;
  return Array.isArray(found) ? found.filter(isObject) : undefined;
}

/** The most attributes of a listing that are filtered or sorted by to try it. */
export const mostTried = 8;

export function openTrial(listing: OperationProposal, ask: Ask) {
  let proposals = listing.proposals;
  let questions: readonly Question[] = listing.questions;
  const key = (keyword: Path): string => keyword.join('.');
  const find = (...keyword: string[]): Proposal | undefined =>
    proposals.find((one) => key(one.keyword) === key(keyword));
  const change = (keyword: Path, changed: Pick<Proposal, 'why' | 'sure'>): void => {
    proposals = proposals.map((one) => (key(one.keyword) === key(keyword) ? { ...one, ...changed } : one));
  };
  const recordsOf = (response: QueryResponse) => recordsShown(listing, response);
  return {
    ask,
    find,
    below: (...keyword: string[]): readonly Proposal[] =>
      proposals.filter(
        (one) => one.keyword.length > keyword.length && key(one.keyword).startsWith(`${key(keyword)}.`),
      ),
    text: (...keyword: string[]): string | undefined => {
      const value = find(...keyword)?.value;
      return typeof value === 'string' ? value : undefined;
    },
    confirm: (keyword: Path, why: string): void => change(keyword, { why, sure: 'seen' }),
    note: (keyword: Path, why: string): void => change(keyword, { why, sure: 'possible' }),
    /** `lines` are those that state it. */
    doubt: (keyword: Path, why: string, lines = 'this line'): void => {
      change(keyword, { why, sure: 'possible' });
      questions = [
        ...questions,
        {
          keyword,
          asks: `${why}. If the server is wrong, state ${lines} (without "# "), and a check will report it; if not, correct it. Until then it is not checked.`,
        },
      ];
    },
    /** The same of what the file states: its line stays, so that a check finds it. */
    contest: (keyword: Path, why: string): void => {
      questions = [
        ...questions,
        {
          keyword,
          asks: `${why}. If the server is wrong, leave this line, and a check will report it; if not, correct or remove it.`,
        },
      ];
    },
    question: (keyword: Path, asks: string): void => {
      questions = [...questions, { keyword, asks }];
    },
    add: (proposal: Proposal): void => {
      proposals = [...proposals, proposal];
    },
    recordsOf,
    recordsBy: async (query: string): Promise<readonly JsonObject[] | undefined> => {
      const page = await ask(query);
      return page && recordsOf(page);
    },
    unread: (): OperationProposal => ({
      ...listing,
      questions: [
        ...questions,
        { keyword: ['items'], asks: 'The server did not return the listing, so nothing of it was tried.' },
      ],
    }),
    withoutQuestion: (keyword: Path): void => {
      questions = questions.filter((one) => key(one.keyword) !== key(keyword));
    },
    result: (): OperationProposal => ({ ...listing, proposals, questions }),
  };
}

/** What is tried, with the listing as it is without a query. */
export type ProposalTrial = ReturnType<typeof openTrial> & {
  readonly whole: QueryResponse;
  readonly records: readonly JsonObject[];
};

export function idPaths(trial: ProposalTrial): readonly Path[] {
  const { value, sure } = trial.find('identifier') ?? {};
  return value === undefined || sure === 'possible' ? [] : [value].flat().map((one) => stepsOf(String(one)));
}

export const recordIds = (trial: ProposalTrial, records: readonly JsonObject[]): string[] => {
  const paths = idPaths(trial);
  return records.map((record) =>
    JSON.stringify(paths.length === 0 ? record : paths.map((path) => at(record, ...path))),
  );
};

export function valueAtText({ body, header }: QueryResponse, text: string): Json | undefined {
  const place: Place | undefined = placeIn(text);
  if (place?.of === 'header') return header(place.name);
  return place?.of === 'body' ? (at(body, ...place.path) as Json | undefined) : undefined;
}

export const countAt = (trial: ProposalTrial, response: QueryResponse): number | undefined => {
  const place = trial.text('total');
  const value = place === undefined ? undefined : Number(valueAtText(response, place) ?? Number.NaN);
  return Number.isInteger(value) ? value : undefined;
};
