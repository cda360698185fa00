/** picomatch ships no types; this is the part of it that is used. */
declare module 'picomatch' {
  export default function picomatch(glob: string, options: { nonegate: boolean }): (text: string) => boolean;
}
