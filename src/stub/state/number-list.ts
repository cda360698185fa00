/** Many whole numbers from 0 to 4,294,967,295, four bytes each, outside the heap. */
type NumberList = {
  readonly add: (number: number) => void;
  readonly seal: () => Uint32Array;
};

/** Creates an empty list. */
export function createNumberList(): NumberList {
  let numbers = new Uint32Array(16);
  let count = 0;
  return {
    add: (number) => {
      if (count === numbers.length) {
        const more = new Uint32Array(2 * count);
        more.set(numbers);
        numbers = more;
      }
      numbers[count] = number;
      count += 1;
    },
    seal: () => numbers.slice(0, count),
  };
}
