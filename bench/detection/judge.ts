import type { Said } from './contender.ts';
import type { Run } from './record.ts';
import { defaultServer, nameOf } from './variant.ts';

/** What a contender achieved. */
export type Score = {
  readonly contender: string;
  /** Runs that gave no verdict, and why. */
  readonly troubles: readonly { readonly variant: string; readonly trouble: string }[];
  /** Servers by what came of them. */
  readonly found: readonly string[];
  readonly missed: readonly string[];
  /** Conforming servers with any finding or a failing exit; and those that differ from what it says of the default one. */
  readonly falsePositives: readonly string[];
  readonly falsePositivesBeyondDefault: readonly string[];
  readonly conforming: number;
  /** What it says of the default server, in any of its runs. */
  readonly saidOfDefault: readonly string[];
  readonly requests: Spread;
  /** On the default server, with no other contender at work. */
  readonly seconds: Spread;
};

/** Middle value, and the range within which nine of ten lie. */
export type Spread = { readonly median: number; readonly low: number; readonly high: number };

/** Weighs the runs of one contender. */
export function judge(contender: string, runs: readonly Run[]): Score {
  const own = runs.filter((run) => run.contender === contender);
  const onDefault = own.filter(({ variant }) => isDefault(variant));
  const differs = saysMore(onDefault);
  const judged = own.filter(({ trouble }) => trouble === undefined);
  const faulty = judged.filter(({ variant }) => !isConforming(variant));
  const conforming = judged.filter(({ variant, round }) => isConforming(variant) && round === 0);
  const names = (some: readonly Run[]): string[] => some.map(({ variant }) => variant);
  return {
    contender,
    troubles: own.flatMap(({ variant, trouble }) =>
      trouble === undefined ? [] : [{ variant, trouble: trouble.slice(-300) }],
    ),
    found: names(faulty.filter(differs)),
    missed: names(faulty.filter((run) => !differs(run))),
    falsePositives: names(conforming.filter((run) => run.findings.length > 0 || run.exit === 1)),
    falsePositivesBeyondDefault: names(conforming.filter(differs)),
    conforming: conforming.length,
    saidOfDefault: [...new Set(onDefault.flatMap(({ findings }) => findings))],
    requests: spread(own.map(({ requests }) => requests)),
    seconds: spread(onDefault.map(({ ms }) => ms / 1000)),
  };
}

/** Whether a run says what none of those on the default server does. */
export function saysMore(onDefault: readonly Said[]): (run: Said) => boolean {
  const known = new Set(onDefault.flatMap(({ findings }) => findings));
  const failsAnyway = onDefault.some(({ exit }) => exit === 1);
  return ({ findings, exit }) =>
    findings.some((finding) => !known.has(finding)) || (exit === 1 && !failsAnyway);
}

const isConforming = (variant: string): boolean => variant.startsWith('honest: ');
const isDefault = (variant: string): boolean => variant === nameOf(defaultServer);

/** The spread of some numbers. */
export function spread(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), low: at(0.05), high: at(0.95) };
}
