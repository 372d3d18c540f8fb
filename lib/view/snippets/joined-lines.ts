/** Joins lines, and skips `false` and undefined. */
export function joinedLines(...lines: (string | false | undefined)[]): string {
  return `${lines.filter((line) => line !== false && line !== undefined).join('\n')}\n`;
}
