import { createHmac } from 'node:crypto';
import { base32 } from '../random-letters.ts';
import type { Context } from '../portal/context.ts';
import { clientNetwork } from './client-address.ts';

/** The network of a call, and the purse of its guests. */
export interface Guest {
  network: string;
  purse: string;
}

/** All addresses of a network share one guest. Purses use a keyed hash, so addresses are not stored. */
export function findGuest({ caches, secret }: Pick<Context, 'caches' | 'secret'>, address: string): Guest {
  const cached = caches.guests.get(address);
  if (cached) return cached;
  const network = clientNetwork(address);
  const guest = { network, purse: guestPurse(network, secret) };
  caches.guests.set(address, guest, caches.guests.generation);
  return guest;
}

function guestPurse(network: string, secret: Buffer): string {
  const hash = createHmac('sha256', secret).update(`guest network ${network}`).digest();
  let letters = '';
  for (const byte of hash.subarray(0, 26)) letters += base32[byte & 31];
  return `guest_${letters}`;
}
