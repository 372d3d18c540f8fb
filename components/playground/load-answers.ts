import { loaded } from '../loaded.ts';

/** The page is made with its first answers: what asks for others, and the schemas that read them, come after it. */
export function loadAnswers(): Promise<typeof import('./answers.ts')> {
  return loaded(import('./answers.ts'));
}
