/** Parses JSON; undefined for anything else. */
export function jsonOrUndefined(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
