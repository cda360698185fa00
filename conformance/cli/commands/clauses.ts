import { Command } from 'commander';
import { UserError } from '../../../src/errors.ts';
import { lazy } from '../../../src/once.ts';
import { nearest } from '../../../src/words.ts';
import { choiceRuleId } from '../../core/observation.ts';
import { idMatcher } from '../../engine/rule-selection.ts';
import { housePrefix } from '../../house/load.ts';
import { launcherOf } from '../../report/words.ts';
import { type Exit, type Io, print } from '../io/io.ts';
import { collectValues, overlayHelp, targetedContractHelp } from '../options/options.ts';
import {
  choiceDetails,
  choiceList,
  clauseDetails,
  clauseList,
  legendOf,
  mistakeList,
  overview,
  uncheckedList,
} from '../output/clauses.ts';
import { placeOfTarget } from '../target/find-target.ts';
import { readTargetAt } from '../target/open-target.ts';

type Options = {
  readonly contract?: string;
  readonly overlay?: readonly string[];
  readonly target?: string | false;
  readonly all: boolean;
  readonly lint: boolean;
};

export const clausesCommand = (io: Io, exit: Exit): Command =>
  new Command('clauses')
    .description(
      'count the statements of the specification (clauses), and what it leaves to the server (choices); list some of them, or explain one',
    )
    .argument('[glob]', 'an id, an operation, choice, or a pattern with *')
    .option('--all', 'list all of them', false)
    .option('--lint', 'list the mistakes in the contract itself; exit code 1 if one is an error', false)
    .option('--contract <path>', targetedContractHelp)
    .option('--overlay <file>', overlayHelp, collectValues)
    .option('--target <file>', 'a target file, for its contract, its Overlays and its own rules (YAML)')
    .option('--no-target', 'do not look for assay.target.yaml')
    .action(async (glob: string | undefined, options: Options) => {
      if (options.lint) return exit(await lintFiles(io, glob, options));
      print(io, await clauses(io, glob, options));
      exit(0);
    });

/** Reads the target file, whose contract it is if none is named; nothing is sent, so no credential is needed. */
async function readNamed(options: Options, io: Io) {
  const { target = options.contract === undefined ? undefined : false } = options;
  return readTargetAt(await placeOfTarget(target, io), options, io, { sends: false });
}

async function lintFiles(io: Io, glob: string | undefined, options: Options): Promise<0 | 1> {
  const other = options.all ? '--all' : glob;
  if (other !== undefined)
    throw new UserError(`--lint and ${other} cannot be combined; remove one of the two.`);
  const { file, contract } = await readNamed(options, io);
  const { lintContract } = await import('../../../src/contract/read-contract.ts');
  const { contract: openapi, overlays = [] } = file;
  const mistakes = await lintContract({ ...(openapi === undefined ? {} : { openapi }), overlays }, contract);
  print(io, mistakeList(mistakes));
  return mistakes.some(({ level }) => level === 'error') ? 1 : 0;
}

async function clauses(io: Io, glob: string | undefined, options: Options): Promise<string> {
  if (glob !== undefined && options.all)
    throw new UserError(`--all and ${glob} cannot be combined; remove one of the two.`);
  const { file, contract: named } = await readNamed(options, io);
  // Only the details of a clause and the clauses of house rules need rules, which take longer to load than a contract.
  const load = lazy(async () => (await import('../../check.ts')).loadRules(file, { contract: named }));
  const { contract } = (file.rules ?? file.clauses) === undefined ? { contract: named } : await load();
  const all = [...contract.clauses.values()];
  const legend = legendOf(contract);
  if (options.all)
    return [...legend, clauseList(all), choiceList(contract), uncheckedList(contract)]
      .filter((part) => part !== '')
      .join('\n\n');
  if (glob === undefined) return [overview(contract, launcherOf(io.env)), ...legend].join('\n\n');
  const clause = contract.clauses.get(glob);
  if (clause) return clauseDetails(contract, clause, (await load()).ruleSet);
  const isMatch = idMatcher(glob);
  const choice = choiceDetails(contract, glob);
  if (choice !== undefined) return choice;
  const lists = [
    clauseList(all.filter(({ id }) => isMatch(id))),
    choiceList(contract, (id) => isMatch(choiceRuleId(id))),
  ].filter((list) => list !== '');
  if (lists.length > 0) return lists.join('\n\n');
  const near = nearest(glob, contract.clauses.keys(), 3);
  const isLeftOut = glob.startsWith(housePrefix) && options.target === undefined;
  const where = isLeftOut ? '; house clauses are found with --target' : '';
  const words = near.length === 0 ? 'assay clauses --all lists all' : `the nearest are ${near.join(', ')}`;
  throw new UserError(`"${glob}" is not the id of a clause or a choice; ${words}${where}.`);
}
