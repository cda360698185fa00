import { readFileSync } from 'node:fs';

function chosen(variable, file) {
  const id = process.env[variable];
  if (!id) return null;
  const entries = JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url)));
  if (!entries.some((entry) => entry.id === id)) throw new Error(`${variable}=${id} is not in ${file}`);
  return id;
}

const fault = chosen('FAULT', 'faults.json');
const variant = chosen('VARIANT', 'variants.json');

export const faulty = (id) => fault === id;
export const varied = (id) => variant === id;
