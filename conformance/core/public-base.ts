import type { Target } from './target.ts';

/**
 * The base URLs that links may begin with (READINGS 11, 24): `publicUrl` if it is declared, otherwise the base URL,
 * and those that clients used.
 */
export const publicBases = ({
  baseUrl,
  publicUrl,
  otherBaseUrls = [],
}: Target): readonly [string, ...string[]] => {
  const [first, ...others] = [...(publicUrl === undefined ? [baseUrl] : [publicUrl]), ...otherBaseUrls];
  return [plain(first ?? baseUrl), ...others.map(plain)];
};

const plain = (url: string): string => new URL(url).href.replace(/\/$/, '');
