import Link from 'next/link';
import type { ReactNode } from 'react';
import { Avatar } from '../../shell/avatar.tsx';
import { Menu } from '../../shell/header/menu.tsx';
import { rightIcon } from '../../shell/icon-paths.ts';
import { downIcon, Icon } from '../../shell/icons.tsx';

interface Props {
  title: string;
  /** The list that the thing is of. */
  crumb?: { href: string; name: string };
  /** Of an account or a person: its letters stand beside the title. */
  avatar?: 'account' | 'person';
  /** What state it is in. */
  pills?: ReactNode;
  /** Its id, since when, whose: one quiet line. */
  sub?: ReactNode;
  /** At the right: ghost, plain, then at most one orange button. */
  children?: ReactNode;
}

/** The head of a page of the console. */
export function PageHead({ title, crumb, avatar, pills, sub, children }: Props) {
  return (
    <header>
      {crumb && (
        <p className="mb-1 flex items-center gap-1.5 text-dense text-quiet">
          <Link href={crumb.href} prefetch={false} className="py-0.5 hover:text-ink hover:underline">
            {crumb.name}
          </Link>
          <Icon path={rightIcon} className="size-3 opacity-70" />
        </p>
      )}
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        {avatar && <Avatar name={title} size={40} isSquare={avatar === 'account'} />}
        <h1 className="min-w-0 text-2xl font-semibold tracking-tight break-words">{title}</h1>
        {pills}
        {children && (
          <div className="ml-auto flex flex-wrap items-center gap-2 max-rail:ml-0 max-rail:w-full max-rail:[&>*]:flex-1">
            {children}
          </div>
        )}
      </div>
      {sub && (
        <p
          className={`mt-0.5 flex flex-wrap items-center gap-x-1.5 text-dense text-quiet tabular-nums ${avatar ? 'rail:-mt-0.5 rail:ml-13' : ''}`}
        >
          {sub}
        </p>
      )}
    </header>
  );
}

/** The menu beside the title: what else can be done, by groups. */
export function ActionsMenu({ children }: { children: ReactNode }) {
  const button = (
    <>
      Actions
      <Icon path={downIcon} className="size-3.5" />
    </>
  );
  return (
    <Menu label="Actions" button={button} buttonClassName="button">
      {children}
    </Menu>
  );
}

const tones = {
  good: { pill: 'bg-good-soft', dot: 'bg-good' },
  bad: { pill: 'bg-bad-soft', dot: 'bg-bad' },
  warn: { pill: 'bg-warn-soft', dot: 'bg-warn' },
  quiet: { pill: 'bg-sunk', dot: 'border-2 border-quiet' },
};

export type Tone = keyof typeof tones;

/** A state beside a title: a dot and a word. */
export function Pill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap ${tones[tone].pill}`}
    >
      <span aria-hidden className={`size-2 rounded-full ${tones[tone].dot}`} />
      {children}
    </span>
  );
}

/** A state in a row. */
export function State({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-[0.4375rem] whitespace-nowrap">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${tones[tone].dot}`} />
      {children}
    </span>
  );
}

interface Tab {
  href: string;
  name: string;
  count?: string | undefined;
  /** A count of what is wrong. */
  isBad?: boolean;
}

/** Views of a list or parts of a thing. Each has an address. */
export function Tabs({ label, tabs, current }: { label: string; tabs: Tab[]; current: string }) {
  return (
    <nav aria-label={label} className="mt-3 overflow-x-auto overflow-y-hidden border-b border-line">
      <ul className="flex gap-5">
        {tabs.map(({ href, name, count, isBad = false }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              scroll={false}
              aria-current={href === current ? 'page' : undefined}
              className="flex h-10 items-center gap-[0.4375rem] border-b-2 border-transparent text-sm whitespace-nowrap text-quiet -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
            >
              {name}
              {count !== undefined && (
                <span className={`text-xs font-normal tabular-nums ${isBad ? 'text-bad' : 'text-quiet'}`}>
                  {count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
