import { Command, type Option } from 'commander';
import { UserError } from '../../../src/errors.ts';

const [on, off] = [
  ['1', 'true'],
  ['', '0', 'false'],
];

/** With these flags a check could pass without checking the server, so they must be visible on the command line. */
const onlyTyped = ['plan', 'failed', 'stub'];

/** A command whose options the environment can give: `ASSAY_MAX_WRITES` is `--max-writes`. The command line wins. */
export class CommandWithEnvironment extends Command {
  constructor(name?: string) {
    super(name);
    this.addHelpText(
      'after',
      '\nEnvironment variables can set these flags, except --token, --header\nand those by which a check could pass that checks nothing: ASSAY_STRICT=1 is --strict.',
    );
  }

  override createOption(flags: string, description?: string): Option {
    const option = super.createOption(flags, description);
    const variable = `ASSAY_${option.name().toUpperCase().replaceAll('-', '_')}`;
    if (option.negate || !isGiven(option, variable)) return option;
    if (!onlyTyped.includes(option.name())) return option.env(variable);
    if (process.env[variable] === undefined) return option;
    throw new UserError(
      `${variable} is set, but the environment cannot set ${option.long}, since a check could pass by it without checking your server; write ${option.long} on the command line, or unset the variable.`,
    );
  }
}

/** Empty variables are ignored, as pipelines leave them. So is a switch that is off: Commander takes any value for on. */
function isGiven(option: Option, variable: string): boolean {
  const value = process.env[variable];
  if (value === undefined || !option.isBoolean()) return value !== '';
  if (!on.includes(value) && !off.includes(value))
    throw new UserError(`${variable} is neither 1 nor 0; write one of them, or unset it.`);
  return on.includes(value);
}
