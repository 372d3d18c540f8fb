/** The lines that apply. `false` and undefined stand for one that does not. */
export function joinedLines(...lines: (string | false | undefined)[]): string {
  return `${lines.filter((line) => line !== false && line !== undefined).join('\n')}\n`;
}
