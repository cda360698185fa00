import { fileURLToPath } from 'node:url';

/** The file of a certificate, or of the key of them all, by its name in `certificates/`. */
export const certificate = (name: string): string =>
  fileURLToPath(new URL(`certificates/${name}.pem`, import.meta.url));
