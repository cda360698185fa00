import { Command } from 'commander';
import { loadCatalogue } from '../../conformance/engine/catalogue.ts';
import { nearest } from '../../conformance/engine/nearest.ts';
import { Fault } from '../fault.ts';
import { gather } from './arguments.ts';
import { clauseList, clauseSheet } from './clause-sheet.ts';
import { loadOverlaid, overlayHelp } from './overlays.ts';
import { print } from './print.ts';
import { choiceList } from './stub-choices.ts';

type Options = { readonly overlay?: readonly string[] };

/** `assay clauses`: the contract, sentence by sentence. */
export const clausesCommand = (): Command =>
  new Command('clauses')
    .description('list the clauses of the contract; with an id, all there is to say about one')
    .argument('[id]', 'the id of a clause')
    .option('--overlay <file>', overlayHelp, gather)
    .action(clauses);

async function clauses(id: string | undefined, { overlay = [] }: Options): Promise<void> {
  const contract = await loadOverlaid(overlay);
  if (id === undefined) return print(`${clauseList([...contract.clauses.values()])}\n\n${choiceList()}`);
  const clause = contract.clauses.get(id);
  if (!clause) {
    const near = nearest(id, contract.clauses.keys(), 3);
    throw new Fault(`"${id}" is not the id of a clause; the nearest are ${near.join(', ')}.`);
  }
  print(clauseSheet(clause, await loadCatalogue(contract)));
}
