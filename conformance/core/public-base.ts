import type { Target } from './target.ts';

/**
 * The base URLs that links of a server may begin with, without a slash at the end (READINGS 11, 24): `publicUrl` if the
 * target file declares it, else the base URL, and those under which others ask the same server.
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
