import { wordsForAll } from '../../../src/contract/clauses.ts';
import type { Constraint, Contract } from '../../../src/contract/contract.ts';
import { at, isObject, type Json, type Path } from '../../../src/json/json.ts';
import type { Broken, Claim } from '../../core/claim.ts';
import type { Breach } from '../../core/evidence.ts';
import type { Topic } from '../../core/ladder.ts';
import { place, printField, printNames, printPath, printValue } from '../../core/print.ts';
import type { Rule, RuleGenerator, RuleMutant } from '../../core/rule.ts';
import { pathOf } from '../../create/flaws.ts';
import {
  breakValue,
  dropEverywhere,
  dropMember,
  returnUnchecked,
  writeAsHttpDate,
} from '../response-mutants.ts';

/**
 * One rule for each clause that constrains responses: every accepted response, once held to its schema, shows whether it
 * keeps its constraints; of one to an invalid request only its types count (READINGS P1). How many products a page holds depends on what was asked for: rules of their own see to that.
 */
const responseRules: RuleGenerator = (contract) =>
  [
    ...Map.groupBy(
      contract.constraints.filter(
        ({ side, keyword, paths }) => side === 'response' && !isPageSize(keyword, paths),
      ),
      ({ clause }) => clause.id,
    ),
  ].map(([id, own]) => ruleFor(contract, id, own));

export default responseRules;

const isPageSize = (keyword: string, [path = []]: Constraint['paths']): boolean =>
  keyword === 'maxItems' && path.join() === 'data';

function ruleFor(contract: Contract, id: string, constraints: readonly Constraint[]): Rule {
  const [first] = constraints;
  if (!first) throw new Error(`the clause ${id} has no constraints`);
  return {
    id,
    operation: first.operation,
    title: titleOf(constraints),
    shows: 'content',
    topic: topicOf(constraints),
    claims: [keeps(constraints)],
    mutants: constraints.flatMap((constraint) => [
      constraint.keyword === 'required'
        ? { name: `${constraint.id} omitted from the response`, wire: dropMember(constraint) }
        : { name: `${constraint.id} broken on the wire`, wire: breakValue(constraint) },
      ...(constraint.keyword === 'required' && constraint.clause.level === 'should'
        ? [{ name: `${constraint.id} omitted everywhere`, wire: dropEverywhere(constraint) }]
        : []),
      ...(constraint.value === 'date-time'
        ? [{ name: `${constraint.id} written as HTTP writes dates`, wire: writeAsHttpDate(constraint) }]
        : []),
      ...(constraint.keyword === 'type' ? returnedUnchecked(contract, constraint) : []),
    ]),
  };
}

function topicOf(constraints: readonly Constraint[]): Topic {
  const paths = constraints.map(pathOf);
  const [path = []] = paths;
  if (paths.some(([name, ...more]) => name === 'data' && more.length === 0)) return ['body'];
  const rung = path[0] !== 'data' || path.includes('links') ? 'links and totals' : 'fields';
  const keywords = constraints.map(({ keyword, value }) => (keyword === 'format' ? value : keyword));
  if (keywords.includes('date-time')) return [rung, 'timestamps'];
  const isOfType = keywords.includes('type') && keywords.every((one) => typeKeywords.includes(one));
  return isOfType ? [rung, 'types'] : [rung];
}

const typeKeywords: readonly unknown[] = ['type', 'uuid', 'required'];

/** A server that takes a value of another JSON kind for free text, and returns it in the field of that name. */
function returnedUnchecked(
  { constraints }: Contract,
  { id, operation, paths: [path = []] }: Constraint,
): RuleMutant[] {
  const sent = constraints.find(
    (one) =>
      one.operation === operation &&
      one.side === 'request' &&
      one.value === 'string' &&
      pathOf(one).at(-1) === path.at(-1) &&
      !constraints.some(({ pointer, keyword }) => pointer === one.pointer && formed.includes(keyword)),
  );
  const isOwn = sent !== undefined && path.slice(0, -1).join().replace(',attributes', '') === 'data';
  return isOwn
    ? [{ name: `${id} returned as it was sent`, wire: returnUnchecked(operation, pathOf(sent), path) }]
    : [];
}

/** Keywords that ask more of text than to be text. */
const formed = ['const', 'enum', 'format', 'pattern'];

/**
 * The strictest of several constraints says best what must be so; of several fields, the innermost one. A field is named
 * as in a response, such as `data[].attributes.components.*.min`.
 */
function titleOf(constraints: readonly Constraint[]): string {
  const telling = constraints.filter(isTelling);
  const required = constraints.filter(({ keyword }) => keyword === 'required');
  const some = [telling, required, constraints].find((all) => all.length > 0) ?? [];
  const named = some === telling ? telling : innermost(some);
  const [first] = named;
  return first ? `${fieldOf(pathOf(first))} is ${wordsForAll(named)}` : '';
}

const innermost = (constraints: readonly Constraint[]): Constraint[] =>
  constraints.toSorted((one, other) => pathOf(other).length - pathOf(one).length).slice(0, 1);

/** A path with `[]` for each entry of a list and `*` for each value of a map. */
const fieldOf = (path: Path): string =>
  printPath(path).replaceAll('.[]', '[]').replaceAll('.{}', '.*') || 'the body';

/** Whether a constraint says more than that something is there, and of which JSON kind. */
const isTelling = ({ keyword }: Constraint): boolean => !['type', 'required'].includes(keyword);

const keeps = (constraints: readonly Constraint[]): Claim => ({
  on: 'answer',
  judge: ({ shape, mistyped, body, call, reply }, judge) => {
    if (!('json' in body)) return;
    const { json } = body;
    const wrong = mistyped?.find((one) => constraints.includes(one.constraint));
    if (wrong)
      judge.claim(false, () => ({ ...describe(json, wrong, constraints), shown: [{ call, reply }] }));
    if (!shape) return;
    const breach = shape.breaches.find((one) => constraints.includes(one.constraint));
    const present = constraints.some((one) => shape.present.has(one) && !isEmptyWrapper(one, json));
    if (!breach && !present) return judge.untested(() => `responses lack ${missing(constraints, json)}`);
    judge.claim(breach === undefined, () => ({
      ...describe(json, breach as Breach, constraints),
      shown: [{ call, reply }],
    }));
  },
});

/** The outermost field that is absent on the way to what constraints are about; in a list or a map, all of the way. */
function missing([first]: readonly Constraint[], json: Json): string {
  const path = first ? pathOf(first) : [];
  const depth = path.findIndex((_, index) => at(json, ...path.slice(0, index + 1)) === undefined);
  const isPlain = depth !== -1 && !path.slice(0, depth + 1).some((step) => step === '[]' || step === '{}');
  return fieldOf(isPlain ? path.slice(0, depth + 1) : path);
}

/** That a body is an object says nothing yet: an empty one is, too. */
const isEmptyWrapper = ({ paths, keyword }: Constraint, json: Json): boolean =>
  keyword === 'type' && paths[0]?.length === 0 && at(json, 'data') === undefined;

function describe(
  json: Json,
  { constraint, path, value }: Breach,
  constraints: readonly Constraint[],
): Omit<Broken, 'shown'> {
  // Who shows a number is told that a UUID is due, and not only text.
  const strict = constraints.filter((one) => isTelling(one) && one.pointer === constraint.pointer);
  const due = wordsForAll(constraint.keyword === 'type' && strict.length > 0 ? strict : [constraint]);
  return {
    title: `${printField(path)} is ${due}`,
    expected: `${place(json, path)} is ${due}`,
    ...(constraint.keyword === 'required'
      ? { saw: misplaced(json, path), isMissing: true }
      : { saw: printValue(value) }),
  };
}

/** A field that is missing where it belongs may be near: under a similar name, or one level up or down. */
function misplaced(json: Json, path: Path): string {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  const up = parent.slice(0, -1);
  const here = at(json, ...parent);
  const names = isObject(here) ? Object.keys(here) : [];
  const similar = names.find((one) => bare(one) === bare(name));
  if (similar !== undefined) return `nothing there, but ${printPath([...parent, similar])}`;
  if (parent.length > 0 && at(json, ...up, name) !== undefined)
    return `nothing there, but ${printPath([...up, name])}, one level up`;
  const down = names.find((one) => at(json, ...parent, one, name) !== undefined);
  if (down !== undefined) return `nothing there, but ${printPath([...parent, down, name])}, one level down`;
  return parent.length === 0 && names.length > 0
    ? `nothing there; the fields of the body are ${printNames(names, 4)}`
    : 'nothing there';
}

/** A name without regard to letter case and to what is between its words. */
const bare = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
