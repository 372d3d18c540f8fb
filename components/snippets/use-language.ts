import { useSyncExternalStore } from 'react';
import { withStorage } from '../with-storage.ts';
import { languages, type LanguageId } from '../../lib/view/snippets/languages.ts';

const storageKey = 'farebox-language';
const changed = 'farebox.language-changed';

/** The language chosen last in this browser, on any page. */
export function useLanguage(): [LanguageId, (language: LanguageId) => void] {
  const language = useSyncExternalStore(subscribe, remembered, () => languages[0].id);
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

/** Until the page is closed, for browsers that refuse storage. */
let chosenHere: LanguageId | undefined;

function remembered(): LanguageId {
  const text = withStorage('localStorage', (storage) => storage.getItem(storageKey));
  const stored = languages.find(({ id }) => id === text);
  return stored?.id ?? chosenHere ?? languages[0].id;
}

function remember(language: LanguageId): void {
  chosenHere = language;
  withStorage('localStorage', (storage) => storage.setItem(storageKey, language));
  window.dispatchEvent(new Event(changed));
}
