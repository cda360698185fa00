import type { Passed } from '../../src/proxy/tap.ts';
import type { Target } from '../core/target.ts';
import type { Waiver } from '../core/waiver.ts';
import type { HouseFiles } from '../house/load.ts';
import type { Finding, Report } from '../report/report.ts';
import type { Selection } from '../runner/select.ts';

/** What the thread that judges is given when it starts. */
export type JudgingTerms = Selection & {
  readonly house: HouseFiles;
  readonly target: Target;
  /** Paths of OpenAPI Overlays on the contract. */
  readonly overlays: readonly string[];
  readonly waivers: readonly Waiver[];
  readonly strict: boolean;
  /** Whether the upstream is told the host that its clients named, and may build links from it. */
  readonly keepsHost: boolean;
  /** Where every exchange is written to that is judged, as an HTTP archive. */
  readonly archive?: string;
};

/** What the thread that judges is told and asked; it does one after the other. */
export type Order =
  | { readonly kind: 'judge'; readonly passed: Passed }
  /** `left`: words for the exchanges it was not told of; `within`: in how many milliseconds it is to end with judging. */
  | {
      readonly kind: 'report' | 'page';
      readonly left: readonly string[];
      readonly id: number;
      readonly within?: number;
    }
  | { readonly kind: 'end' };

/** What the thread that judges says. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'remark'; readonly remark: string }
  /** It holds so many bytes less, of exchanges that are judged. */
  | { readonly kind: 'done'; readonly bytes: number }
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'report'; readonly report: Report; readonly id: number }
  | { readonly kind: 'page'; readonly html: string; readonly id: number }
  /** It can do no more. */
  | { readonly kind: 'failed'; readonly message: string; readonly isOurs: boolean };
