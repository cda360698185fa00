import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Constraint, Contract } from '../../src/contract/contract.ts';
import { at, type Json } from '../../src/wire/json.ts';
import { memberOf, wordsFor } from '../engine/constraint-text.ts';
import { bodies, judgedPaths, replies } from '../engine/evidence.ts';
import { instances, place, printValue } from '../engine/reading.ts';
import type { Family, Rule } from '../engine/rule.ts';
import { breakValue } from '../mutants/response.ts';

/**
 * One rule for each keyword that constrains a value in a reply. `null` in an optional member counts as absent
 * (the rule on nulls sees it), and a value that is not there is nothing to judge. How many products a page
 * holds depends on what was asked for: a rule of its own sees to that.
 */
const family: Family = (contract) =>
  contract.constraints
    .filter(({ side, keyword }) => side === 'response' && keyword !== 'required')
    .filter(({ paths, keyword }) => !(keyword === 'maxItems' && paths[0]?.join() === 'data'))
    .map((constraint) => valueRule(constraint, typeRuleOf(constraint, contract)));

export default family;

const isRoot = ({ paths }: Constraint): boolean => paths[0]?.length === 0;

/** A value of the wrong type breaks that rule, and no other. */
const typeRuleOf = ({ keyword, pointer }: Constraint, { constraints }: Contract): string[] =>
  keyword === 'type'
    ? []
    : constraints
        .filter((other) => other.pointer === pointer && other.keyword === 'type')
        .map(({ id }) => id);

function valueRule(constraint: Constraint, needs: readonly string[]): Rule {
  const holds = checker(constraint);
  const words = wordsFor(constraint);
  return {
    id: constraint.id,
    operation: constraint.operation,
    clause: constraint.clause.id,
    title: `${memberOf(constraint)} is ${words}`,
    needs,
    evidence: 'content',
    check: async (probe) => {
      for (const { answer, json } of bodies(await replies(probe, constraint.operation))) {
        for (const { path, value } of judgedPaths(constraint).flatMap((path) => instances(json, path))) {
          if (constraint.optional && value === null) continue;
          const where = place(json, path);
          probe.must(holds(value), `${where} is ${words}`, printValue(value), answer);
        }
        // That a body is an object says nothing yet: an empty one is, too.
        if (isRoot(constraint)) probe.given(at(json, 'data'), 'the reply holds no data');
      }
    },
    mutants: [{ name: `${constraint.id} broken on the wire`, wire: breakValue(constraint) }],
  };
}

const ajv = new Ajv2020({ strict: false, strictNumbers: true, logger: false });
addFormats.default(ajv);

/** Judges by that keyword alone; compiled when first needed. */
function checker({ keyword, value }: Constraint): (instance: Json) => boolean {
  let validate: ((instance: Json) => boolean) | undefined;
  return (instance) => {
    validate ??= ajv.compile({ [keyword]: value });
    return validate(instance);
  };
}
