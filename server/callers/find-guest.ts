import { createHmac } from 'node:crypto';
import type { Cache } from '../cache.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import { base32 } from '../random-letters.ts';
import { clientNetwork } from './client-address.ts';

/** The network of a call, and the purse of its guests. */
export interface Guest {
  network: string;
  purse: string;
}

/** The same guest for every address of a network. Addresses are not stored: a purse goes by a keyed hash. */
export function findGuest(
  { caches, secret }: { caches: { guests: Cache<string, Guest> }; secret: PortalSecret },
  address: string,
): Guest {
  const cached = caches.guests.get(address);
  if (cached) return cached;
  const network = clientNetwork(address);
  const guest = { network, purse: guestPurse(network, secret.naming) };
  caches.guests.set(address, guest, caches.guests.generation);
  return guest;
}

function guestPurse(network: string, secret: Buffer): string {
  const hash = createHmac('sha256', secret).update(`guest network ${network}`).digest();
  let letters = '';
  for (const byte of hash.subarray(0, 26)) letters += base32[byte & 31];
  return `guest_${letters}`;
}
