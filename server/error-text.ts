/** Any thrown value as one line for a log. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return String(error);
  return typeof error === 'object' ? JSON.stringify(error) : String(error);
}
