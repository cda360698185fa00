import type { Constraint } from '../../src/contract/contract.ts';
import { at, isObject, type Json } from '../../src/wire/json.ts';
import { memberOf } from '../engine/constraint-text.ts';
import { bodies, judgedPaths, replies } from '../engine/evidence.ts';
import { instances, place, printPath } from '../engine/reading.ts';
import type { Family, Rule } from '../engine/rule.ts';
import { dropMember } from '../mutants/response.ts';

/** One rule for each member that a reply has to have. */
const family: Family = (contract) =>
  contract.constraints
    .filter(({ side, keyword }) => side === 'response' && keyword === 'required')
    .map(memberRule);

export default family;

function memberRule(constraint: Constraint): Rule {
  const name = String(constraint.value);
  return {
    id: constraint.id,
    operation: constraint.operation,
    clause: constraint.clause.id,
    title: `${memberOf(constraint)} is present`,
    evidence: 'content',
    check: async (probe) => {
      for (const { answer, json } of bodies(await replies(probe, constraint.operation))) {
        for (const { path, value } of judgedPaths(constraint).flatMap((path) =>
          instances(json, path.slice(0, -1)),
        )) {
          if (!isObject(value)) continue;
          const present = Object.hasOwn(value, name);
          probe.must(
            present,
            `${place(json, [...path, name])} is present`,
            misplaced(json, [...path], name),
            answer,
          );
        }
      }
    },
    mutants: [{ name: `${constraint.id} left out of the reply`, wire: dropMember(constraint) }],
  };
}

/** A member that is missing where it belongs may stand one level up or down; then the failure says so. */
function misplaced(json: Json, path: (string | number)[], name: string): string {
  const up = path.slice(0, -1);
  if (path.length > 0 && at(json, ...up, name) !== undefined) {
    return `nothing there, but ${printPath([...up, name])}, one level up`;
  }
  const here = at(json, ...path);
  const down = Object.entries(isObject(here) ? here : {}).find(([, inner]) => at(inner, name) !== undefined);
  return down ? `nothing there, but ${printPath([...path, down[0], name])}, one level down` : 'nothing there';
}
