import type { Operation } from '../operation/operation.ts';
import type { OperationPlace } from './import-operation.ts';
import { shownWords } from './shown-words.ts';
import type { SourceDocument } from './source-document.ts';
import { toldWords } from './told-words.ts';
import type { Words } from './words.ts';

/** How many form texts and values the document has, and how many of these the form shows. */
export interface Share {
  given: number;
  kept: number;
}

export type Fidelity = Record<keyof Words, Share>;

export function operationFidelity(
  document: SourceDocument,
  place: OperationPlace,
  operation: Operation | undefined,
): Fidelity {
  const told = toldWords(document, place);
  const shown = operation && shownWords(operation);
  return ofEach((kind) => share(told[kind], shown?.[kind]));
}

export function totalFidelity(all: Fidelity[]): Fidelity {
  return ofEach((kind) => ({
    given: all.reduce((sum, one) => sum + one[kind].given, 0),
    kept: all.reduce((sum, one) => sum + one[kind].kept, 0),
  }));
}

function ofEach(shareOf: (kind: keyof Words) => Share): Fidelity {
  return {
    descriptions: shareOf('descriptions'),
    examples: shareOf('examples'),
    enumMeanings: shareOf('enumMeanings'),
    defaults: shareOf('defaults'),
    deprecations: shareOf('deprecations'),
  };
}

/** A place counts as kept if the form shows one of its values. */
function share(told: Words[keyof Words], shown: Words[keyof Words] | undefined): Share {
  const kept = [...told].filter(([place, values]) => {
    const there = shown?.get(place);
    return there !== undefined && [...values].some((value) => there.has(value));
  });
  return { given: told.size, kept: kept.length };
}
