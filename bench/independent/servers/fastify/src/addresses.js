import { varied } from './flags.js';

export function baseAddress(request) {
  if (varied('public-address')) return 'https://api.shop.example/store';
  return `${request.protocol}://${request.host}`;
}
