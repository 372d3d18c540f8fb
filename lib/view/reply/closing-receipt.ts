/**
 * The JSON of the comment that the portal closes a stream with; null where there is none. An upstream can write such
 * a comment, too, but not the last one: what does not stand at the very end is not the portal's.
 */
export function closingReceipt(text: string): unknown {
  const lastLine =
    text
      .trimEnd()
      .split(/\r\n|\r|\n/)
      .at(-1) ?? '';
  const json = /^: ?farebox-receipt (\{.*\})$/.exec(lastLine)?.[1];
  if (json === undefined) return null;
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
