import type { Behaviour } from './behaviour.ts';
import { topics } from './topics.ts';

/** A behaviour with one of its numbers: one server, and as many checks as the behaviour says. */
export type Trial = {
  readonly topic: string;
  /** The name of the behaviour, with its number where it has several. */
  readonly name: string;
  readonly behaviour: Behaviour;
  /** 0 where the behaviour has none. */
  readonly number: number;
};

const all: readonly Trial[] = Object.entries(topics).flatMap(([topic, behaviours]) =>
  behaviours.flatMap((behaviour) => trialsOf(topic, behaviour)),
);

function trialsOf(topic: string, behaviour: Behaviour): readonly Trial[] {
  const { name, numbers } = behaviour;
  if (!numbers) return [{ topic, name, behaviour, number: 0 }];
  return numbers.map((number) => ({ topic, name: `${name}/${number}`, behaviour, number }));
}

/** What is to be run: all, or what `only` names as a topic, NAME or NAME/NUMBER. */
export function select(only: readonly string[]): readonly Trial[] {
  const isNamed = ({ topic, name, behaviour }: Trial, word: string): boolean =>
    [topic, name, behaviour.name].includes(word);
  const unknown = only.find((word) => !all.some((trial) => isNamed(trial, word)));
  if (unknown !== undefined) throw new Error(`there is no topic and no behaviour ${unknown}`);
  return only.length === 0 ? all : all.filter((trial) => only.some((word) => isNamed(trial, word)));
}
