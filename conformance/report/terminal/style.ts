import { styleText } from 'node:util';

const styles = ['bold', 'dim', 'green', 'red', 'yellow'] as const;

/** Functions that colour text for a terminal, or leave it unchanged. */
export type Colours = Readonly<Record<(typeof styles)[number], (text: string) => string>>;

/** Colours, or none. */
export function coloursIf(isColoured: boolean): Colours {
  const inStyle =
    (style: (typeof styles)[number]) =>
    (text: string): string =>
      isColoured ? styleText(style, text, { validateStream: false }) : text;
  return Object.fromEntries(styles.map((style) => [style, inStyle(style)])) as Colours;
}

/** How a report is written to a terminal. */
export type Style = {
  readonly colours: Colours;
  /** Shows what is otherwise only counted. */
  readonly verbose: boolean;
  /** The command line that checks this target again, without its selection. */
  readonly command: string;
};

/** A row with a label in front, below a heading. */
export const labelled = ({ colours }: Pick<Style, 'colours'>, label: string, text: string): string =>
  `    ${colours.dim(label.padEnd(10))}${text}`;
