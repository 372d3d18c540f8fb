import { createHmac } from 'node:crypto';
import { base32 } from '../random-letters.ts';
import { portal } from '../portal/portal.ts';
import { clientNetwork } from '../http/client-address.ts';

/** Where a call comes from, and the purse of the guests there. */
export interface Guest {
  network: string;
  purse: string;
}

/** The same guest for every address of a network. Addresses are not stored: a purse goes by a keyed hash. */
export function findGuest(address: string): Guest {
  const { cache, secret } = portal();
  const kept = cache.guests.get(address);
  if (kept) return kept;
  const network = clientNetwork(address);
  const guest = { network, purse: guestPurse(network, secret) };
  cache.guests.set(address, guest, cache.guests.generation);
  return guest;
}

function guestPurse(network: string, secret: Buffer): string {
  const hash = createHmac('sha256', secret).update(`guest network ${network}`).digest();
  let letters = '';
  for (const byte of hash.subarray(0, 26)) letters += base32[byte & 31];
  return `guest_${letters}`;
}
