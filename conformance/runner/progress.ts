/** How far a run is. */
export type Progress = {
  /** How many steps have ended, and how many there are: experiments, observations, and the relations at the end. */
  readonly done: number;
  readonly of: number;
  /** The step that began last. */
  readonly doing: string;
};

/** Takes a step of a run, and tells of it when it begins and when it ends. */
export type TakeStep = <T>(name: string, step: () => Promise<T>) => Promise<T>;

/** Counts the steps of a run. */
export function countSteps(of: number, tell: (progress: Progress) => void): TakeStep {
  let done = 0;
  let doing = '';
  return async (name, step) => {
    doing = name;
    tell({ done, of, doing });
    try {
      return await step();
    } finally {
      done += 1;
      tell({ done, of, doing });
    }
  };
}
