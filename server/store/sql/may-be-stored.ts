/** PostgreSQL stores no NUL, and both engines replace half of a surrogate pair. */
export function mayBeStored(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
