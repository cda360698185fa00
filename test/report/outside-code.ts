/** What of a Markdown text is no code: neither in a fenced block, each of which has to end, nor in a span. */
export function outsideCode(text: string): string {
  let fence: string | undefined;
  const outside: string[] = [];
  for (const line of text.split('\n')) {
    const [mark] = /^`{3,}/.exec(line) ?? [];
    if (fence === undefined ? mark : line === fence) fence = fence === undefined ? mark : undefined;
    else if (fence === undefined) outside.push(line.replaceAll(/(`+)(?!`) .*? \1(?!`)/g, ''));
  }
  if (fence !== undefined) throw new Error(`a block that begins with ${fence} does not end`);
  return outside.join('\n');
}
