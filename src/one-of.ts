/** Names of which one is meant, in words: `422, 400 or 409`. */
export const oneOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
