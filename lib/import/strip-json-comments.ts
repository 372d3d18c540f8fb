/** JSON without the comments and trailing commas that some editors allow; text inside strings is left alone. */
export function stripJsonComments(text: string): string {
  return without(
    without(text, /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g),
    /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g,
  );
}

function without(text: string, token: RegExp): string {
  return text.replace(token, (match) => (match.startsWith('"') ? match : ''));
}
