import { optionNamed } from '../../src/contract/choices/choices.ts';
import type { Exchange, Middleware } from '../../src/http/exchange.ts';
import type { Catalog } from '../../src/stub/catalog/catalog.ts';
import { type Choices, type StubChoiceId, stubChoices } from '../../src/stub/choices/choices.ts';
import type { FaultEffect } from '../../src/stub/middleware/faults/fault-request.ts';

/** What a stub is to do otherwise than by default. */
export type StubChange = {
  readonly choices?: Partial<Choices>;
  /** A prefix of all paths. */
  readonly prefix?: string;
  /** Changes the catalog; `exchanges` are those of the baseline. */
  readonly catalog?: (catalog: Catalog, exchanges: readonly Exchange[]) => Catalog;
  /** Changes responses. */
  readonly middleware?: Middleware;
  /** Happens once on each operation. */
  readonly fault?: FaultEffect;
};

/** One response to a question. */
export type Option = {
  readonly name: string;
  /** What the name does not say. */
  readonly words: string;
  readonly served: StubChange;
};

/** What servers answer in several ways: a choice of the stub, or a question that no choice asks. */
export type Question = {
  readonly id: string;
  readonly asks: string;
  /** `resilience`: what conforming servers do at bad times, or what a `should` advises against. */
  readonly part: 'choice' | 'resilience';
  /** The name of what the baseline does. */
  readonly usual: string;
  /** All others. */
  readonly others: readonly Option[];
  /** The option of a name that is not among the others, such as a number within a range. */
  readonly named?: (name: string) => Option | undefined;
};

/** The name of an option on the command line and in reports. */
export const variationId = (question: string, option: string): string => `${question}=${option}`;

/** Why no client is at fault that fails under another option of a choice: its tests have to know which it is. */
export const notVaried: Partial<Readonly<Record<StubChoiceId, string>>> = {
  'listing-success': 'no, because servers return 206 only to a request with `Range`',
  tokens: 'no, because the token is a setting of the tests',
  'business-status': 'no, because by default nothing is rejected for such reasons',
  'key-quota': 'no, because no client can create more keys than a server allows',
  'subscription-quota': 'no, because no client can create more subscriptions than a server allows',
  'shop-currency': 'no, because an operator tells clients which currency to send',
  'other-currency': 'no, because an operator tells clients which currencies to send',
  'unknown-ids': 'no, because an operator tells clients which accounts, offerings and plans there are',
  gateways: 'no, because an operator tells clients which gateways there are',
  cards: 'no, because an operator tells clients which cards are accepted',
  'test-addresses': 'no, because an operator tells clients which addresses are accepted',
  'paid-plans': 'no, because an operator tells clients which plans have to be paid for',
  'subscription-repeated': 'no, because an operator tells clients which accounts there are',
  'product-names': 'no, because tests are written for the products of the catalog',
  'shown-text': 'no, because tests are written for the products of the catalog',
  'bundle-components': 'no, because tests are written for the products of the catalog',
  'sku-owners': 'no, because tests are written for the products of the catalog',
};

/** The choices of the stub as questions. Every option conforms. */
export const questionsOfChoices: readonly Question[] = stubChoices
  .filter(([id]) => notVaried[id] === undefined)
  .map(([id, choice]): Question => {
    const option = (value: string | number): Option => ({
      name: String(value),
      words: choice.words?.[value] ?? '',
      served: { choices: { [id]: value } },
    });
    const [usual, ...others] = choice.options;
    return {
      id,
      asks: choice.asks,
      part: 'choice',
      usual: String(usual),
      others: others.map(option),
      named: (name) => {
        const value = optionNamed(choice, name);
        return value === undefined ? undefined : option(value);
      },
    };
  });
