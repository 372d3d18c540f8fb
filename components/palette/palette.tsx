'use client';

import { useRouter } from 'next/navigation';
import { useDeferredValue, useState } from 'react';
import { Modal } from '../shell/modal.tsx';
import { useListbox } from '../use-listbox.ts';
import { PaletteList } from './palette-list.tsx';
import { type Target, useTargets } from './use-targets.ts';

/** Goes to a product, page or call by a few letters. */
export function Palette({ close, showKeys }: { close: () => void; showKeys: () => void }) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const { groups, isLoading, error } = useTargets(useDeferredValue(typed));
  const targets = groups.flatMap((group) => group.targets);

  function follow({ href }: Target): void {
    if (href === undefined) return showKeys();
    close();
    // Not a page of Next.
    if (href === '/openapi.json') window.location.assign(href);
    else router.push(href);
  }

  const listbox = useListbox({
    keys: targets.map(({ id }) => id),
    isOpen: true,
    choose: (index) => targets[index] && follow(targets[index]),
  });
  return (
    <Modal label="Go to" close={close} holdsInput={false} className="mt-[10dvh] max-w-xl">
      <div className="flex max-h-[75dvh] flex-col">
        <input
          {...listbox.field}
          aria-label="Go to a product, page or call"
          maxLength={200}
          placeholder="Product, page or call…"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            listbox.setActive(undefined);
          }}
          className="w-full border-b border-dashed border-line bg-card py-4 pr-16 pl-5 text-lg outline-none placeholder:text-quiet"
        />
        <PaletteList
          listbox={listbox}
          groups={groups}
          note={error ?? (isLoading ? 'Searching…' : `No matches for “${typed.trim()}”.`)}
        />
      </div>
    </Modal>
  );
}
