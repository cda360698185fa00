import { Command } from 'commander';
import { UserError } from '../../../src/errors.ts';
import { nearest } from '../../../src/words.ts';
import { loadRules } from '../../check.ts';
import { housePrefix } from '../../house/load.ts';
import { type Exit, type Io, print } from '../io/io.ts';
import { collect, overlayHelp } from '../options/options.ts';
import { choiceDetails, choiceList, clauseDetails, clauseList } from '../output/clauses.ts';
import { placeOfTarget, readTargetAt } from '../target/open-target.ts';

type Options = { readonly overlay?: readonly string[]; readonly target?: string };

export const clausesCommand = (io: Io, exit: Exit): Command =>
  new Command('clauses')
    .description(
      'list each requirement of the specification (clause) and what it leaves to the server (choice); with an id, explain one of them',
    )
    .argument('[id]', 'the id of a clause or a choice')
    .option('--overlay <file>', overlayHelp, collect)
    .option('--target <file>', 'a target file, for its Overlays and its own rules (YAML)')
    .action(async (id: string | undefined, options: Options) => {
      print(io, await clauses(io, id, options));
      exit(0);
    });

async function clauses(io: Io, id: string | undefined, options: Options): Promise<string> {
  // Here a target file counts only where it is named.
  const place = placeOfTarget(options.target ?? false, io);
  const { contract, ruleSet } = await loadRules((await readTargetAt(place, options.overlay, io)).file);
  if (id === undefined) return `${clauseList([...contract.clauses.values()])}\n\n${choiceList()}`;
  const clause = contract.clauses.get(id);
  if (!clause) {
    const choice = choiceDetails(id);
    if (choice !== undefined) return choice;
    const near = nearest(id, contract.clauses.keys(), 3);
    const isLeftOut = id.startsWith(housePrefix) && options.target === undefined;
    const where = isLeftOut ? '; house clauses are found with --target' : '';
    const words = near.length === 0 ? 'assay clauses lists all' : `the nearest are ${near.join(', ')}`;
    throw new UserError(`"${id}" is not the id of a clause or a choice; ${words}${where}.`);
  }
  return clauseDetails(clause, ruleSet);
}
