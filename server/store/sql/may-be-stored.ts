/** PostgreSQL cannot compare a text with NUL, so no name has one. */
export function mayBeStored(name: string): boolean {
  return !name.includes('\0');
}
