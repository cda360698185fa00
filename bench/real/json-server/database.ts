/** Posts as users of json-server keep them in its file. */
const posts = Array.from({ length: 47 }, (_, index) => ({
  id: String(index + 1),
  title: `Title ${String.fromCharCode(65 + ((index * 7) % 26))}${index % 3}`,
  views: ((index * 37) % 90) + 5,
  author: ['ann', 'Bob', 'carl'][index % 3],
  published: index % 4 === 0,
}));

/** The text of the file that json-server serves. */
export const database = (): string => JSON.stringify({ posts });
