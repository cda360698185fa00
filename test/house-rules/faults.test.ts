import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromSource } from '../../bench/command-of-assay.ts';
import { besideTarget, withHouseRules } from '../../conformance/house/load.ts';
import { faultOfImport } from '../../conformance/rule-files/import-default.ts';
import { readTarget } from '../../conformance/target/read.ts';
import { idsOf } from '../../src/contract/operations.ts';
import { UserError } from '../../src/errors.ts';
import { assay, lay } from '../hostile/command.ts';
import { sampled } from '../seed.ts';
import { contract, ruleSet } from '../shipped.ts';

const folder = process.cwd();

const clauses = '- id: house/one\n  at: handbook\n  level: must\n  text: It is so.\n';

/** What a rule looks like, with some fields changed. */
const ruleWith = (changes: string): string =>
  `export default { operation: 'application-key', title: 'it is so', claims: [{ on: 'response', judge: () => {} }], ${changes} };`;

let count = 0;

/** Lays a target file with house rules in a folder of its own. */
async function layRules(files: Readonly<Record<string, string>>, lines = 'rules: ./rules/*.{ts,mjs}'): Promise<string> {
  count += 1;
  const own = join(folder, String(count));
  await lay(join(own, 'rules'), { 'clauses.yaml': clauses, ...files });
  await lay(own, { 'target.yaml': `baseUrl: http://127.0.0.1:9\n${lines}\n` });
  return own;
} // biome-ignore format: one line a step

/** What is said of house rules that cannot be taken. */
async function toldOf(files: Readonly<Record<string, string>>, lines?: string): Promise<string> {
  const own = await layRules(files, lines);
  const reading = readTarget(join(own, 'target.yaml')).then(({ file }) =>
    withHouseRules({ contract, ruleSet }, besideTarget(own, file)),
  );
  const thrown = await reading.then(() => expect.fail('they were taken'), (error: unknown) => error);
  expect(thrown).toBeInstanceOf(UserError);
  return (thrown as UserError).message.replaceAll(`${own}/`, '');
} // biome-ignore format: one line a step

describe('a faulty house rule', () => {
  it.each<[string, string, string | RegExp]>([
    ['without a default export', 'export const rule = 1;', 'rules/one.ts: exports no rule; write "export default rule({ … })".'],
    ['that exports something else', 'export default 7;', 'rules/one.ts: exports no rule; write "export default rule({ … })".'],
    ['that throws', 'const a = {};\nexport default a.b.c;', "rules/one.ts:2: throws when it is imported (Cannot read properties of undefined (reading 'c')); correct it."],
    ['that throws what is no error', 'throw 7;', 'rules/one.ts: throws when it is imported (7); correct it.'],
    ['that imports what is not there', "import 'nowhere-to-be-found';", /^rules\/one\.ts(:1)?: cannot be imported \(.*nowhere-to-be-found.*\); install what it imports, or correct the import\.$/],
    ['with a member too many', ruleWith('titel: 1'), 'rules/one.ts: "titel" is not a field of a rule; did you mean "title"?'],
    ['of no operation', ruleWith("operation: 'keys'"), `rules/one.ts: the "operation" of the rule is not one of ${idsOf(contract).join(', ')}; correct it.`],
    ['without a title', ruleWith("title: ' '"), 'rules/one.ts: the "title" of the rule is not a sentence; correct it.'],
    ['with a claim that is none', ruleWith('claims: [() => {}]'), 'rules/one.ts: the "claims" of the rule is not a list of what eachReply, eachPage and eachCreation make; correct it.'],
    ['that claims nothing', ruleWith('claims: []'), 'rules/one.ts: the rule claims nothing; give it a claim.'],
    ['that gathers with no function', ruleWith('gather: 1'), 'rules/one.ts: the "gather" of the rule is not a function, or left out; correct it.'],
  ])('%s', async (_, content, sentence) => {
    expect(await toldOf({ 'one.ts': content })).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
  }); // biome-ignore format: one line a fault

  it.each<[string, Readonly<Record<string, string>>, string | undefined, string | RegExp]>([
    ['whose clause is not there', { 'onr.ts': ruleWith('') }, undefined, 'rules/onr.ts: no clause is called house/onr; add one to the clauses of your own, or rename the file: did you mean "house/one"?'],
    ['whose clause holds nothing', { 'one.ts': ruleWith(''), 'clauses.yaml': clauses.replace('must', 'unspecified') }, undefined, 'rules/one.ts: the clause house/one is of the level unspecified; make it must or should.'],
    ['whose clause is called otherwise', { 'one.ts': ruleWith(''), 'clauses.yaml': clauses.replace('house/', '') }, undefined, 'rules/clauses.yaml:1: the id of a clause of your own begins with house/; write "house/…".'],
    ['whose clauses are faulty', { 'one.ts': ruleWith(''), 'clauses.yaml': '- id: house/one\n' }, undefined, /^rules\/clauses\.yaml:1: the clause needs "text", a string\.$/],
    ['without clauses', { 'one.ts': ruleWith('') }, 'rules: ./rules/*.ts\nclauses: nowhere.yaml', 'nowhere.yaml: cannot be read (ENOENT); check the path.'],
    ['whose name another has', { 'one.ts': ruleWith(''), 'one.mjs': ruleWith('') }, undefined, 'rules/one.ts: another rule is called house/one already (rules/one.mjs); rename one of them.'],
    ['whose name has spaces', { 'a b.ts': ruleWith('') }, undefined, 'rules/a b.ts: its name is that of the rule; write it in letters, digits, hyphens and dots.'],
    ['that no pattern finds', {}, undefined, 'rules: rules/*.{ts,mjs} matches no .ts, .mts, .js or .mjs file; correct the pattern.'],
    ['that is not named', {}, 'clauses: rules/clauses.yaml', '"clauses" names rules/clauses.yaml, but there are no "rules"; add them, or remove it.'],
    ['named by a number', {}, 'rules: 7', 'target.yaml:2: /rules must be text, or a list of texts; correct it.'],
  ])('%s', async (_, files, lines, sentence) => {
    expect(await toldOf(files, lines)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
  }); // biome-ignore format: one line a fault

  const alone: readonly (readonly [string, string, RegExp])[] = [
    [
      'that breaks off',
      'export default rule({',
      /rules\/one\.ts:1: cannot be imported \(.+\); correct it\.$/,
    ],
    [
      'with syntax that is more than types',
      'enum A { b }\nexport default A;',
      /rules\/one\.ts:1: cannot be imported \(.+ strip-only mode\); Node only strips types; write it without enums, namespaces and the like\.$/,
    ],
  ];
  it.each(sampled(alone, 1))('%s, in a Node of its own', async (_, content, sentence) => {
    const target = join(await layRules({ 'one.ts': content }), 'target.yaml');
    const { code, out, error } = await assay(['clauses', '--target', target]);
    expect([code, out]).toEqual([2, '']);
    expect(error.trimEnd()).toMatch(sentence);
    expect(error).not.toMatch(/\n {4}at /);
  }); // biome-ignore format: one line a fault

  it('in TypeScript, where Node was told to run none', () => {
    const thrown = Object.assign(new TypeError('Unknown file extension ".ts" for /a/one.ts'), { code: 'ERR_UNKNOWN_FILE_EXTENSION' });
    expect(faultOfImport('/a/one.ts', thrown).message).toBe('/a/one.ts: cannot be imported (Unknown file extension ".ts" for /a/one.ts); this Node was started without type stripping; drop --no-strip-types or --no-experimental-strip-types, or write the rule in JavaScript.');
  }); // biome-ignore format: one line
});

it('gives a rule the assay that runs, where the project has none installed', async () => {
  const own = await layRules({ 'one.ts': `import { rule } from 'assay/rules';\n${ruleWith("then: typeof rule")}` });
  const { error } = await assay(['check', '--target', join(own, 'target.yaml'), '--plan'], { NODE_OPTIONS: `--import ${fromSource}` });
  // The rule is read, up to what is wrong with it.
  expect(error).toContain('"then" is not a field of a rule');
}); // biome-ignore format: one line a step
