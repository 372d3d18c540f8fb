import { DeprecatedMark } from '../catalogue/deprecated-mark.tsx';
import type { Target, TargetGroup } from './use-targets.ts';

interface Listed {
  listId: string;
  groups: TargetGroup[];
  chosen: Target | undefined;
  point: (id: string) => void;
  follow: (target: Target) => void;
  /** Shown when there are no results. */
  note: string;
}

export function PaletteList({ groups, note, ...others }: Listed) {
  const isEmpty = groups.length === 0;
  return (
    <>
      <p role="status" className={isEmpty ? 'px-5 py-6 text-sm text-quiet' : 'sr-only'}>
        {isEmpty ? note : ''}
      </p>
      <div
        id={others.listId}
        role="listbox"
        aria-label="Results"
        className="overflow-y-auto p-2 empty:hidden"
      >
        {groups.map((group) => (
          <Group key={group.title} group={group} {...others} />
        ))}
      </div>
    </>
  );
}

function Group({
  group,
  listId,
  chosen,
  ...others
}: Omit<Listed, 'groups' | 'note'> & { group: TargetGroup }) {
  const titleId = `${listId}-${group.title}`.replaceAll(' ', '-');
  return (
    <div role="group" aria-labelledby={titleId} className="pb-1">
      <p id={titleId} className="px-3 pt-2 pb-1 text-xs text-quiet">
        {group.title}
      </p>
      {group.targets.map((target) => (
        <Option
          key={target.id}
          id={`${listId}-${target.id}`}
          target={target}
          isChosen={target.id === chosen?.id}
          {...others}
        />
      ))}
    </div>
  );
}

function Option({
  id,
  target,
  isChosen,
  point,
  follow,
}: { id: string; target: Target; isChosen: boolean } & Pick<Listed, 'point' | 'follow'>) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerMove={() => !isChosen && point(target.id)}
      onClick={() => follow(target)}
      className="flex cursor-pointer items-baseline justify-between gap-4 rounded-md px-3 py-2 aria-selected:bg-accent-soft"
    >
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate">{target.name}</span>
        {target.isDeprecated && <DeprecatedMark />}
      </span>
      {target.note && (
        <span className="max-w-[55%] shrink-0 truncate text-sm text-quiet tabular-nums">{target.note}</span>
      )}
    </div>
  );
}
