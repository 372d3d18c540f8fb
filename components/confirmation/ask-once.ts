import { type AnswerOf, fetchJson, type Given, type Route } from '../fetch-json.ts';
import { ProblemError } from '../problem-error.ts';
import { randomKey } from '../random-key.ts';

/** The last change of a part of the page, if its answer is missing. */
export interface Unanswered {
  last: { wish: string; key: string } | null;
}

/**
 * Sends what operators change. Until it is answered, the same change has the same key, so that nobody grants twice what was
 * granted: the portal does it once for each key. Another change is another one, as is the same in another dialog.
 */
export function askOnce<Asked extends Route>(
  unanswered: Unanswered,
  route: Asked,
  given: Given<Asked> = {},
): Promise<AnswerOf<Asked>> {
  const wish = JSON.stringify([route, given.params, given.body]);
  if (unanswered.last?.wish !== wish) unanswered.last = { wish, key: randomKey() };
  const { key } = unanswered.last;
  const sent = fetchJson(route, { ...given, key });
  void sent.then(
    () => {
      unanswered.last = null;
    },
    () => {},
  );
  return sent.catch((cause: unknown) => {
    if (cause instanceof ProblemError) throw cause;
    throw new Error(`${maybeDone} Try again: it is done once at most.`, { cause });
  });
}

const maybeDone = 'No response came from the portal: this may or may not have been done.';

/** Of a change that the portal would make again. */
export function doubt(cause: unknown): never {
  if (cause instanceof ProblemError) throw cause;
  throw new Error(`${maybeDone} Look whether it was before you try again.`, { cause });
}
