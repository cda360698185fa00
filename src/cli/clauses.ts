import { Command } from 'commander';
import { loadCatalogue } from '../../conformance/engine/catalogue.ts';
import { nearest } from '../../conformance/engine/nearest.ts';
import { loadContract } from '../contract/load.ts';
import { Fault } from '../fault.ts';
import { clauseList, clauseSheet } from './clause-sheet.ts';
import { print } from './print.ts';

/** `assay clauses`: the contract, sentence by sentence. */
export const clausesCommand = (): Command =>
  new Command('clauses')
    .description('list the clauses of the contract; with an id, all there is to say about one')
    .argument('[id]', 'the id of a clause')
    .action(clauses);

async function clauses(id: string | undefined): Promise<void> {
  const contract = await loadContract();
  if (id === undefined) return print(clauseList([...contract.clauses.values()]));
  const clause = contract.clauses.get(id);
  if (!clause) {
    const near = nearest(id, contract.clauses.keys(), 3);
    throw new Fault(`"${id}" is not the id of a clause; the nearest are ${near.join(', ')}.`);
  }
  print(clauseSheet(clause, await loadCatalogue(contract)));
}
