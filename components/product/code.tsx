import { readDocument } from './read-document.ts';
import { rendered } from './rendered.ts';

/** Longer than any run of backticks in JSON or a price. */
const fence = '````````';

/** A text as a code block of the documentation. */
export function Code({ text, language }: { text: string; language: string }) {
  return rendered(readDocument(`${fence}${language}\n${text}\n${fence}`).tree);
}
