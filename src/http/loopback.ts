/** Whether a URL leads to this very machine. */
export const isLoopback = (url: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\]|localhost|.+\.localhost)$/.test(
    new URL(url).hostname,
  );
