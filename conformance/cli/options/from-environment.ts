import { Command, type Option } from 'commander';
import { UserError } from '../../../src/errors.ts';

const [on, off] = [
  ['1', 'true'],
  ['', '0', 'false'],
];

/**
 * With these flags a check sends nothing, checks little or something else, or forgives what is broken. They have to be
 * where a reader of a pipeline sees them: the environment cannot set them.
 */
const onlyTyped = ['plan', 'failed', 'stub', 'write-waivers'];

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

/**
 * Whether a variable may give an option. One that is empty does not, as pipelines leave them; nor does a switch that
 * is off: Commander, which reads the variable, would take any value of it for consent.
 */
function isGiven(option: Option, variable: string): boolean {
  const value = process.env[variable];
  if (value === undefined || !option.isBoolean()) return value !== '';
  if (!on.includes(value) && !off.includes(value))
    throw new UserError(`${variable} is neither 1 nor 0; write one of them, or unset it.`);
  return on.includes(value);
}
