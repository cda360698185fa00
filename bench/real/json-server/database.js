// Writes posts as users of json-server keep them in its file: node database.js > db.json
const posts = Array.from({ length: 47 }, (_, index) => ({
  id: String(index + 1),
  title: `Title ${String.fromCharCode(65 + ((index * 7) % 26))}${index % 3}`,
  views: ((index * 37) % 90) + 5,
  author: ['ann', 'Bob', 'carl'][index % 3],
  published: index % 4 === 0,
  // Some posts have no note, and one says so.
  ...(index % 5 === 2 ? {} : { note: index === 3 ? null : `note ${index % 4}` }),
}));
console.log(JSON.stringify({ posts }));
