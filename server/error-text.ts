/** An error in one line of a log, whatever was thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return String(error);
  return typeof error === 'object' ? JSON.stringify(error) : String(error);
}
