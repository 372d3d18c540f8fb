const bytes = 16;

/** A unique key. `crypto.randomUUID` needs https. */
export function randomKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
