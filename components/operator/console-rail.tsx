'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { downIcon, Icon } from '../shell/icons.tsx';

interface Section {
  href: string;
  name: string;
  group?: string | undefined;
  icon: string;
  /** Another address below which its pages are. */
  also?: readonly string[] | undefined;
  /** How many there are, where that is known. */
  count?: string | undefined;
}

const id = 'console-sections';

/**
 * The sections of the console: a rail at the left, and on a phone a row that opens them as a sheet, which needs no
 * script.
 */
export function ConsoleRail({ sections }: { sections: Section[] }) {
  const pathname = usePathname();
  const isBelow = (href: string) => pathname === href || pathname.startsWith(`${href}/`);
  const isIn = ({ href, also }: Section) =>
    pathname === href || (href !== '/operator' && isBelow(href)) || (also?.some(isBelow) ?? false);
  const here = sections.find(isIn);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex h-11 w-full items-center gap-2 border-b border-line px-4 text-sm rail:hidden"
      >
        <span className="text-quiet">Console</span>
        <span className="font-medium">{here?.name}</span>
        <Icon path={downIcon} className="ml-auto size-4" />
      </button>
      <nav
        id={id}
        popover="auto"
        aria-label="Console"
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('a') && currentTarget.matches(':popover-open'))
            currentTarget.hidePopover();
        }}
        className="inset-x-0 top-auto bottom-0 m-0 max-h-[85dvh] w-full max-w-none overflow-y-auto border-line bg-raised p-3 text-ink max-rail:rounded-t-xl max-rail:border-t max-rail:backdrop:bg-veil rail:static rail:block rail:h-auto rail:max-h-none rail:w-rail rail:shrink-0 rail:overflow-visible rail:border-r rail:bg-transparent rail:py-4"
      >
        {groupsOf(sections).map(({ name, sections: ofGroup }) => (
          <div key={name ?? ''} className="not-first:mt-3">
            {name !== undefined && <p className="px-2.5 pb-1 text-xs text-quiet">{name}</p>}
            <ul>
              {ofGroup.map((section) => (
                <li key={section.href}>
                  <Link
                    href={section.href}
                    prefetch={false}
                    aria-current={isIn(section) ? (pathname === section.href ? 'page' : 'true') : undefined}
                    className="group flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm text-quiet -outline-offset-2 hover:bg-hover aria-[current]:bg-card aria-[current]:font-medium aria-[current]:text-ink aria-[current]:shadow-[inset_0_0_0_1px_var(--line)] max-rail:h-11"
                  >
                    <Icon path={section.icon} className="size-4 group-aria-[current]:text-accent" />
                    {section.name}
                    {section.count !== undefined && (
                      <span className="ml-auto text-xs font-normal tabular-nums">{section.count}</span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}

/** One after the other: those without a group first. */
function groupsOf(sections: Section[]): { name: string | undefined; sections: Section[] }[] {
  const names = [...new Set(sections.map(({ group }) => group))];
  return names.map((name) => ({ name, sections: sections.filter(({ group }) => group === name) }));
}
