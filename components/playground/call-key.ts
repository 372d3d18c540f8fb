const bytes = 16;

/** A key that no other call has. Pages that are not of https have no `crypto.randomUUID`. */
export function callKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
