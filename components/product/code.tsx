import { readDocument } from './read-document.ts';
import { rendered } from './rendered.ts';

/** No text of JSON or of a price has a line of so many backticks in it. */
const fence = '````````';

/** A text as the blocks of code of a documentation are shown. */
export function Code({ text, language }: { text: string; language: string }) {
  return rendered(readDocument(`${fence}${language}\n${text}\n${fence}`).tree);
}
