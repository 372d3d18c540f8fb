import type { JsonDocument } from './json-document.ts';

const nodesAtATime = 4_000;

/** The nodes whose key or value contains the text, in any case. A generator, so that it can stop. */
export function* searchJson(document: JsonDocument, words: string): Generator<undefined, number[]> {
  const wanted = words.toLowerCase();
  const found: number[] = [];
  for (let node = 0; node < document.size; node += 1) {
    if (matches(document, node, wanted)) found.push(node);
    if (node % nodesAtATime === nodesAtATime - 1) yield;
  }
  return found;
}

function matches(document: JsonDocument, node: number, wanted: string): boolean {
  if (document.key(node)?.toLowerCase().includes(wanted)) return true;
  return !document.isContainer(node) && document.scalar(node).toLowerCase().includes(wanted);
}
