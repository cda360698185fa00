import type { Contract } from '../../src/contract/contract.ts';
import { isLost } from '../../src/http/exchange.ts';
import { heldAs } from '../core/observation.ts';
import type { NodeTarget, Target } from '../core/target.ts';
import type { Waiver } from '../core/waiver.ts';
import { nodeInPath } from '../interface/operation-of.ts';
import { createAnswerReader, keyOfNode } from '../interface/read-answer.ts';
import type { Finding } from '../report/report.ts';
import type { OperationObservation } from '../runner/choices/choice-observations.ts';
import { openBench } from '../runner/judge.ts';
import { loadRuleSet, type RuleSet } from '../runner/rule-set.ts';
import { type Selection, select } from '../runner/select.ts';
import { openWaivers } from '../runner/waivers.ts';
import { countReasons } from './admission.ts';
import { beginComparisonWindow } from './comparison-window.ts';
import type { ForeignExchange } from './foreign-exchange.ts';
import { findAttempts } from './recorded-attempts.ts';
import { rememberSecrets } from './recorded-secrets.ts';

/** How many nodes are found beyond those of the target file. */
const mostNodes = 10_000;

/** How many base URLs are found beyond that of the target. */
const mostBaseUrls = 100;

/** A target that learns from exchanges what the target file does not name. */
function targetInTraffic(given: Target): {
  readonly target: Target;
  readonly learn: (exchange: ForeignExchange) => void;
} {
  const nodes: NodeTarget[] = [...given.nodes];
  const known = new Set(nodes.map(keyOfNode));
  const otherBaseUrls: string[] = [];
  return {
    target: { ...given, nodes, otherBaseUrls },
    learn: ({ call, reply, askedAt }) => {
      // A node is known once it is listed.
      const node = isLost(reply) || reply.status > 299 ? undefined : nodeInPath(call);
      if (node && nodes.length < given.nodes.length + mostNodes && !known.has(keyOfNode(node))) {
        known.add(keyOfNode(node));
        nodes.push(node);
      }
      // A link may begin with the address that its client used.
      if (askedAt === undefined || otherBaseUrls.length >= mostBaseUrls) return;
      if (!otherBaseUrls.includes(askedAt)) otherBaseUrls.push(askedAt);
    },
  };
}

/** What exchanges are judged by. */
export type InspectionParts = {
  readonly contract: Contract;
  /** Where they went, and what only the operator knows. Nodes that it does not name are found as they come. */
  readonly target: Target;
  /** Whether they come from a record, in which values may be redacted; false by default. */
  readonly isRecorded?: boolean;
  /** By default all there is. */
  readonly ruleSet?: RuleSet;
  /** Asked while relations are judged: gives others their turn, and false once that is to end. By default, they are judged at once. */
  readonly goesOn?: () => Promise<boolean>;
};

/** How exchanges are judged; everything has a default. */
export type InspectionTerms = Selection & {
  /** Whether a broken `should` counts as a violation. */
  readonly strict?: boolean;
  readonly waivers?: readonly Waiver[];
  /** Told of each rule as it breaks, with the first exchanges that show it. */
  readonly onFinding?: (finding: Finding) => void;
};

/** What an inspection judges by, and what it saw so far. */
export type OpenInspection = Awaited<ReturnType<typeof openInspection>>;

/** Opens what an inspection judges by; a pattern that picks no rule is a `UserError`. */
export async function openInspection(
  { contract, isRecorded = false, goesOn, ...parts }: InspectionParts,
  terms: InspectionTerms,
) {
  const ruleSet = parts.ruleSet ?? (await loadRuleSet(contract));
  const selected = select(ruleSet, terms);
  const { target, learn } = targetInTraffic(parts.target);
  const operations = new Set(
    ruleSet.rules.filter(({ id }) => selected.rules.has(id)).map(({ operation }) => operation),
  );
  const broken = new Set<string>();
  const bench = openBench(
    contract,
    target,
    ruleSet.rules.filter(({ operation }) => operations.has(operation)),
    ({ id }) => broken.add(id),
  );
  return {
    contract,
    ruleSet,
    target,
    /** Takes what an exchange shows of nodes that the target does not name. */
    learn,
    isRecorded,
    terms: { ...terms, strict: terms.strict ?? false },
    selected,
    waivers: openWaivers(
      terms.waivers ?? [],
      [...ruleSet.rules.map(({ id }) => id), ...[...parts.target.choices.keys()].map(heldAs)],
      selected.required,
      new Date(),
    ),
    observations: ruleSet.observations.filter(({ id }) => selected.observations.has(id)),
    goesOn: goesOn ? { goesOn } : {},
    read: createAnswerReader(contract, target, isRecorded),
    secrets: rememberSecrets(),
    bench,
    attempts: findAttempts(contract, (attempt) => bench.takeAttempt(attempt)),
    began: performance.now(),
    /** The rules that are broken so far, and those that were told of. */
    broken,
    told: new Set<string>(),
    leftAlone: countReasons(),
    /** What was seen of choices in stretches that are closed, by the id of the observation. */
    seen: new Map<string, OperationObservation>(),
    comparisonWindow: beginComparisonWindow(target, bench.blamed),
    judged: 0,
    /** When the exchange in hand was sent, if that is known. */
    time: 0,
    /** When the first exchange was sent. */
    startedAt: undefined as number | undefined,
  };
}
