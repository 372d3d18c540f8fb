'use client';

import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { Modal } from '../shell/modal.tsx';
import { PaletteList } from './palette-list.tsx';
import { type Target, useTargets } from './use-targets.ts';

/** Goes anywhere by a few letters: what is chosen stays in the field's hands, as in any combobox. */
export function Palette({ close, showKeys }: { close: () => void; showKeys: () => void }) {
  const router = useRouter();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { groups, isLoading, error } = useTargets(useDeferredValue(typed));
  const targets = groups.flatMap((group) => group.targets);
  const place = Math.max(
    0,
    targets.findIndex(({ id }) => id === chosenId),
  );
  const chosen = targets[place];

  function follow({ href }: Target): void {
    if (href === undefined) return showKeys();
    close();
    // The document is no page of Next's.
    if (href === '/openapi.json') window.location.assign(href);
    else router.push(href);
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: place + 1, ArrowUp: place - 1 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      setChosenId(targets[(move + targets.length) % targets.length]?.id ?? null);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      follow(chosen);
    }
  }

  return (
    <Modal label="Go to" close={close} closesBeside className="mt-[10dvh] max-w-xl">
      <div className="flex max-h-[75dvh] flex-col">
        <input
          type="text"
          role="combobox"
          aria-label="Go to a product, page or call"
          aria-expanded={targets.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Product, page or call…"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setChosenId(null);
          }}
          onKeyDown={press}
          className="w-full border-b border-dashed border-line bg-card px-5 py-4 text-lg outline-none placeholder:text-quiet"
        />
        <PaletteList
          listId={listId}
          groups={groups}
          chosen={chosen}
          point={setChosenId}
          follow={follow}
          note={error ?? (isLoading ? 'Searching…' : `No matches for “${typed.trim()}”.`)}
        />
      </div>
    </Modal>
  );
}
