import { useId } from 'react';
import { DeprecatedMark } from '../catalogue/deprecated-mark.tsx';
import type { ListboxParts } from '../use-listbox.ts';
import type { Target, TargetGroup } from './use-targets.ts';

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
