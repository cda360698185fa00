/** How many characters a line holds before a terminal breaks it. */
const columns = 118;
const [charWidth, lineHeight, margin] = [8.43, 19, 18];

/** The colours of a dark terminal, by the number that switches to them. */
const colours: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  36: '#79c0ff',
};

type Style = { readonly bold?: boolean; readonly dim?: boolean; readonly colour?: string };
type Piece = Style & { readonly text: string };

/** A picture of a terminal (SVG), from what a command wrote with its colours (ANSI). */
export function terminalPicture(command: string, output: string): string {
  const lines = [[{ text: `$ ${command}` }], ...output.trimEnd().split('\n').map(piecesOf)].flatMap(broken);
  const [width, height] = [
    Math.ceil(columns * charWidth) + 2 * margin,
    lines.length * lineHeight + 2 * margin,
  ];
  const rows = lines.map(
    (pieces, row) =>
      `<text x="${margin}" y="${margin + (row + 0.75) * lineHeight}">${pieces.map(spanOf).join('')}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    '<style>text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #e6edf3; white-space: pre }</style>',
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

/** A line cut where its style changes. */
function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let style: Style = {};
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  for (const [index, part] of line.split(/\x1b\[(\d+)m/).entries()) {
    if (index % 2 === 1) style = changed(style, part);
    else if (part !== '') pieces.push({ ...style, text: part });
  }
  return pieces;
}

function changed({ bold = false, dim = false, colour }: Style, code: string): Style {
  const same = { bold, dim, ...(colour === undefined ? {} : { colour }) };
  if (code === '1') return { ...same, bold: true };
  if (code === '2') return { ...same, dim: true };
  if (code === '22') return { ...same, bold: false, dim: false };
  if (code === '39') return { bold, dim };
  const next = colours[code];
  return next === undefined ? same : { ...same, colour: next };
}

/** A line broken where a terminal breaks it. */
function broken(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  let room = columns;
  for (const piece of pieces)
    for (let rest = piece.text; rest !== ''; ) {
      if (room === 0) {
        lines.push([]);
        room = columns;
      }
      const text = rest.slice(0, room);
      lines.at(-1)?.push({ ...piece, text });
      rest = rest.slice(text.length);
      room -= text.length;
    }
  return lines;
}

function spanOf({ text, bold, dim, colour }: Piece): string {
  const style = [
    bold ? ' font-weight="bold"' : '',
    dim ? ' fill-opacity="0.6"' : '',
    colour === undefined ? '' : ` style="fill: ${colour}"`,
  ].join('');
  return style === '' ? escaped(text) : `<tspan${style}>${escaped(text)}</tspan>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
