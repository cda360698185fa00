/** Memory for long replies. What is given back is used again: to allocate it anew costs more than to fill it. */
export type Rooms = {
  /** Bytes to be filled; what stands in them is of no meaning. */
  readonly take: (length: number) => Buffer;
  /** Takes bytes back, or a part of them that begins where they do; whoever gives them back keeps none of them. */
  readonly giveBack: (bytes: Uint8Array) => void;
};

/** Shorter ones are left to the runtime. */
const shortest = 16_384;

/** How many rooms of one size are kept. */
const most = 32;

/** Builds an empty store of rooms; their sizes are powers of two. */
export function createRooms(): Rooms {
  const spare = new Map<number, ArrayBuffer[]>();
  const ours = new WeakSet<ArrayBufferLike>();
  return {
    take: (length) => {
      if (length < shortest) return Buffer.allocUnsafe(length);
      const size = 2 ** Math.ceil(Math.log2(length));
      const room = spare.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size).buffer;
      ours.add(room);
      return Buffer.from(room, 0, length);
    },
    giveBack: ({ buffer }) => {
      if (!ours.delete(buffer) || !(buffer instanceof ArrayBuffer)) return;
      const rooms = spare.get(buffer.byteLength) ?? [];
      if (rooms.length < most) spare.set(buffer.byteLength, [...rooms, buffer]);
    },
  };
}
