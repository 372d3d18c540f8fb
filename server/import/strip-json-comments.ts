/** JSON without the comments and trailing commas that some editors allow; text inside strings is left alone. */
export function stripJsonComments(text: string): string {
  const token = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|,(?=\s*[}\]])/g;
  return text.replace(token, (match) => (match.startsWith('"') ? match : ''));
}
