import { useSyncExternalStore } from 'react';
import { LANGUAGES, type LanguageId } from '../../lib/view/snippets/languages.ts';

const storageKey = 'farebox.language';
const changed = 'farebox.language-changed';

/** The language of snippets that a person chose last in this browser, on whatever page. */
export function useLanguage(): [LanguageId, (language: LanguageId) => void] {
  const language = useSyncExternalStore(subscribe, remembered, () => LANGUAGES[0].id);
  return [language, remember];
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(changed, listener);
  };
}

/** Holds for the page where the browser keeps nothing. */
let chosenHere: LanguageId | undefined;

function remembered(): LanguageId {
  const stored = LANGUAGES.find(({ id }) => id === storedText());
  return stored?.id ?? chosenHere ?? LANGUAGES[0].id;
}

function remember(language: LanguageId): void {
  chosenHere = language;
  try {
    window.localStorage.setItem(storageKey, language);
  } catch (error) {
    // A browser may refuse to keep anything; the choice then holds until the page is left.
    if (!(error instanceof DOMException)) throw error;
  }
  window.dispatchEvent(new Event(changed));
}

function storedText(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
