'use client';

import { useRouter } from 'next/navigation';
import { useDeferredValue, useState, useId } from 'react';
import { DeprecatedMark } from '../catalogue/product-row.tsx';
import { Modal } from '../shell/modal.tsx';
import { useListbox, type ListboxParts } from '../use-listbox.ts';
import { type Target, useTargets, type TargetGroup } from './use-targets.ts';

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

export function PaletteList({
  listbox,
  groups,
  note,
}: {
  listbox: ListboxParts;
  groups: TargetGroup[];
  /** Shown when there are no results. */
  note: string;
}) {
  const isEmpty = groups.length === 0;
  const all = groups.flatMap(({ targets }) => targets);
  return (
    <>
      <p role="status" className={isEmpty ? 'px-5 py-6 text-sm text-quiet' : 'sr-only'}>
        {isEmpty ? note : ''}
      </p>
      <div {...listbox.list} aria-label="Results" className="overflow-y-auto p-2 empty:hidden">
        {groups.map((group) => (
          <Group key={group.title} listbox={listbox} group={group} all={all} />
        ))}
      </div>
    </>
  );
}

function Group({ listbox, group, all }: { listbox: ListboxParts; group: TargetGroup; all: Target[] }) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId} className="pb-1">
      <p id={titleId} className="px-3 pt-2 pb-1 text-xs text-quiet">
        {group.title}
      </p>
      {group.targets.map((target) => (
        <div
          {...listbox.option(all.indexOf(target))}
          key={target.id}
          className="flex cursor-pointer items-baseline justify-between gap-4 rounded-md px-3 py-2 aria-selected:bg-accent-soft"
        >
          <TargetText target={target} />
        </div>
      ))}
    </div>
  );
}

function TargetText({ target }: { target: Target }) {
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate">{target.name}</span>
        {target.isDeprecated && <DeprecatedMark />}
      </span>
      {target.note && (
        <span className="max-w-[55%] shrink-0 truncate text-sm text-quiet tabular-nums">{target.note}</span>
      )}
    </>
  );
}
