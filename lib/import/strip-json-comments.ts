/** Removes comments and trailing commas outside strings, which some editors allow. */
export function stripJsonComments(text: string): string {
  return without(
    without(text, /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g),
    /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g,
  );
}

function without(text: string, token: RegExp): string {
  return text.replace(token, (match) => (match.startsWith('"') ? match : ''));
}
