import { UserError } from '../../src/errors.ts';
import { suggestion } from '../../src/nearest.ts';
import { matches } from '../runner/select.ts';
import type { ClientVariation, TakenOption } from './client-report.ts';
import { coveringRows } from './covering.ts';
import type { Notice, Noticed } from './noticed.ts';
import { notVaried, type Option, type Question, type StubChange, variationId } from './question.ts';
import { questions } from './questions.ts';

/** A variation that can be run. */
export type Planned = {
  readonly variation: ClientVariation;
  /** What each response does; all of them hold at the same time. */
  readonly served: readonly StubChange[];
  /** Where the baseline would notice it first; undefined if that is not known beforehand. */
  readonly noticed?: Noticed;
};

/** The variations that can matter to what a client sent, and the ids of those that cannot. */
export type ClientPlan = {
  readonly planned: readonly Planned[];
  readonly unnoticed: readonly string[];
  /** Whether other shards have more variations. */
  readonly hasMore?: boolean;
};

/** Plans one variation for each option of each question that the client can notice. */
export async function planVariations(notice: Notice, only: readonly string[] = []): Promise<ClientPlan> {
  const all = questions.flatMap((question) => question.others.map((option) => ({ question, option })));
  const ids = all.map(({ question, option }) => `${question.id}/${option.name}`);
  for (const pattern of only) {
    const reason = Object.entries(notVaried).find(([id]) => id === pattern.split('=')[0])?.[1];
    if (reason !== undefined)
      throw new UserError(
        `--only ${pattern}: clients are not tried with its options${reason.replace(/^no/, '')}.`,
      );
  }
  const wanted =
    only.length === 0
      ? new Set(ids)
      : matches(
          '--only',
          only.map((pattern) => pattern.replaceAll('=', '/')),
          ids,
          'assay client --plan',
        );
  const planned: Planned[] = [];
  const unnoticed: string[] = [];
  for (const { question, option } of all) {
    if (!wanted.has(`${question.id}/${option.name}`)) continue;
    const isFault = option.served.fault !== undefined;
    const noticed = isFault ? undefined : await notice(option.served);
    if (isFault || noticed) planned.push(planOne([[question, option]], noticed));
    else unnoticed.push(variationId(question.id, option.name));
  }
  return { planned, unnoticed };
}

/** One of `count` parts of a plan, counted from 1; neighbours, which are alike, are in different parts. */
export function shardOf(
  plan: ClientPlan,
  shard: { readonly index: number; readonly count: number } | undefined,
): ClientPlan {
  if (!shard) return plan;
  const planned = plan.planned.filter((_, at) => at % shard.count === shard.index - 1);
  return { ...plan, planned, hasMore: plan.planned.length > planned.length };
}

/** The one variation that `--choose` names: all of its options at the same time. */
export function planChosen(chosen: readonly string[]): Planned {
  const pairs = chosen.map((text): readonly [Question, Option] => {
    const [, id = '', name = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    const question = questions.find((one) => one.id === id);
    if (!question)
      throw new UserError(
        `--choose ${text}: write NAME=OPTION; ${suggestion(
          id || text,
          questions.map((one) => one.id),
        )}`,
      );
    const option = question.others.find((one) => one.name === name) ?? question.named?.(name);
    if (!option || name === question.usual)
      throw new UserError(
        `--choose ${text}: ${
          name === question.usual
            ? `"${name}" is what the baseline does; name another option.`
            : suggestion(
                name,
                question.others.map((one) => one.name),
              )
        }`,
      );
    return [question, option];
  });
  const twice = pairs.find(([question], index) => pairs.findIndex(([one]) => one === question) !== index);
  if (twice) throw new UserError(`--choose names ${twice[0].id} twice; name one option of it.`);
  return planOne(pairs);
}

/** Plans as few variations as cover all pairs of options; each holds one option of every question. */
export function planPairs(planned: readonly Planned[]): Planned[] {
  const used = new Map<Question, Option[]>();
  for (const { variation } of planned)
    for (const { question: id, option: name } of variation.answers) {
      const question = questions.find((one) => one.id === id);
      const option = question?.others.find((one) => one.name === name);
      if (question && option && question.part === 'choice')
        used.set(question, [...(used.get(question) ?? []), option]);
    }
  const axes = [...used].map(([{ id, usual }, options]) => ({
    id,
    options: [usual, ...options.map(({ name }) => name)],
  }));
  return coveringRows(axes).flatMap((row) => {
    const pairs = [...used].flatMap(([question, options]) => {
      const option = options.find(({ name }) => name === row.get(question.id));
      return option ? [[question, option] as const] : [];
    });
    return pairs.length < 2 ? [] : [planOne(pairs)];
  });
}

/** The same variation without some of its responses. */
export const withoutAnswers = ({ variation, served }: Planned, dropped: ReadonlySet<number>): Planned => {
  const kept = (_: unknown, index: number): boolean => !dropped.has(index);
  const answers = variation.answers.filter(kept);
  return { variation: { ...variation, id: idOf(answers), answers }, served: served.filter(kept) };
};

function planOne(pairs: readonly (readonly [Question, Option])[], noticed?: Noticed): Planned {
  const answers = pairs.map(
    ([question, option]): TakenOption => ({
      question: question.id,
      asks: question.asks,
      option: option.name,
      words: option.words,
      usual: question.usual,
    }),
  );
  const [first] = pairs;
  return {
    variation: {
      id: idOf(answers),
      part: pairs.length > 1 || !first ? 'combination' : first[0].part,
      answers,
    },
    served: pairs.map(([, { served }]) => served),
    ...(noticed ? { noticed } : {}),
  };
}

/** Returns the options of some answers, as `--choose` takes them. */
export const chosenBy = (answers: readonly TakenOption[]): string[] =>
  answers.map(({ question, option }) => variationId(question, option));

const idOf = (answers: readonly TakenOption[]): string => chosenBy(answers).join(',');
