import type { createColors } from 'picocolors';

/** How a report is written to a terminal. */
export type Style = {
  readonly colours: ReturnType<typeof createColors>;
  /** Shows what is otherwise only counted. */
  readonly verbose: boolean;
  /** The command line that checks this target again, without its selection. */
  readonly command: string;
};

/** A row with a label in front, below a heading. */
export const labelled = ({ colours }: Pick<Style, 'colours'>, label: string, text: string): string =>
  `    ${colours.dim(label.padEnd(10))}${text}`;
