import { groupTitle, type ListedGroup } from '../../lib/product/api-page.ts';

/** Fewer groups need no outline. */
const leastGroups = 2;

/** Beside the operations on a wide screen, folded above them on a narrow one. */
export function GroupOutline({ groups }: { groups: ListedGroup[] }) {
  if (groups.length < leastGroups) return <div className="max-lg:hidden" />;
  return (
    <>
      <nav
        aria-label="Groups"
        className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto pb-6 text-sm lg:block print:hidden"
      >
        <GroupLinks groups={groups} />
      </nav>
      <details className="mb-3 rounded-lg border border-line bg-card px-4 text-sm lg:hidden print:hidden">
        <summary className="cursor-pointer py-2.5 font-semibold">
          Groups <span className="font-normal text-quiet tabular-nums">{groups.length}</span>
        </summary>
        <nav aria-label="Groups" className="border-t border-dashed border-line py-2">
          <GroupLinks groups={groups} />
        </nav>
      </details>
    </>
  );
}

function GroupLinks({ groups }: { groups: ListedGroup[] }) {
  return (
    <ul className="-mx-2">
      {groups.map((group) => (
        <li key={group.id}>
          <a
            href={`#${group.id}`}
            className="flex justify-between gap-3 rounded px-2 py-1 text-quiet -outline-offset-2 hover:bg-sunk hover:text-ink"
          >
            <span className="min-w-0 break-words">{groupTitle(group, groups.length)}</span>
            <span className="tabular-nums">{group.operations.length}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
