'use client';

import { type KeyboardEvent, useRef } from 'react';
import { LANGUAGES, type LanguageId } from '../../lib/snippets/languages.ts';

interface Props {
  language: LanguageId;
  onChoose: (language: LanguageId) => void;
  /** The start of the ids of the tabs; the panel is labelled by the chosen one. */
  id: string;
  panelId: string;
}

/** Arrow keys, Home and End move and choose at once; Tab goes on to the code. */
export function LanguageTabs({ language, onChoose, id, panelId }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const choose = (event: KeyboardEvent) => {
    const next = languageAfter(language, event.key);
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLButtonElement>(`[data-language="${next}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Language"
      onKeyDown={choose}
      className="flex min-w-0 gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {LANGUAGES.map(({ id: own, name }) => (
        <button
          key={own}
          type="button"
          role="tab"
          id={`${id}-${own}`}
          data-language={own}
          aria-selected={own === language}
          aria-controls={panelId}
          tabIndex={own === language ? 0 : -1}
          onClick={() => onChoose(own)}
          className="-mb-px shrink-0 border-b-2 border-transparent px-3 py-2 text-sm text-quiet -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function languageAfter(language: LanguageId, key: string): LanguageId | undefined {
  const index = LANGUAGES.findIndex(({ id }) => id === language);
  const { length } = LANGUAGES;
  if (key === 'ArrowRight') return LANGUAGES[(index + 1) % length]?.id;
  if (key === 'ArrowLeft') return LANGUAGES[(index - 1 + length) % length]?.id;
  if (key === 'Home') return LANGUAGES[0].id;
  return key === 'End' ? LANGUAGES.at(-1)?.id : undefined;
}
