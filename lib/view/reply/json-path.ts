import type { JsonDocument } from './json-document.ts';

/** `$.choices[0].delta["odd key"]`, a JSONPath (RFC 9535). */
export function jsonPath(document: JsonDocument, node: number): string {
  const steps: string[] = [];
  for (let at = node; document.parent(at) !== -1; at = document.parent(at)) {
    const key = document.key(at);
    if (key === null) steps.push(`[${document.place(at)}]`);
    else steps.push(/^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);
  }
  return `$${steps.reverse().join('')}`;
}
