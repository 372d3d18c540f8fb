'use client';

import Link from 'next/link';
import { type ReactNode, useDeferredValue, useState, useEffect, useEffectEvent, useRef } from 'react';
import {
  apiAddress,
  filteredGroups,
  groupTitle,
  type ListedGroup,
  type ListedOperation,
} from '../../lib/product/api-page.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { priceText } from '../../lib/view/price-text.ts';
import { productAddress } from '../../lib/view/product-tab.ts';
import { ComingPriceMark, DeprecatedMark, Marked } from '../catalogue/product-row.tsx';

interface Operations {
  slug: string;
  groups: ListedGroup[];
  /** Descriptions of the groups, by their anchors. */
  descriptions: Record<string, ReactNode>;
  /** From the address of the page. */
  q: string;
}

/** More operations than this get a filter. */
const filteredFrom = 12;

/** The operations of an API by group, with a filter that also works without scripts. */
export function ApiOperations({ slug, groups, descriptions, q }: Operations) {
  const [words, setWords] = useState(q);
  const shown = filteredGroups(groups, useDeferredValue(words));
  const total = countIn(groups);
  const found = countIn(shown);
  const isFiltered = words.trim() !== '';
  return (
    <div className="mt-8 gap-x-10 border-t border-line pt-6 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <GroupOutline groups={shown} />
      <section aria-label="Operations" className="min-w-0">
        {total >= filteredFrom && (
          <OperationFilter action={apiAddress(slug)} words={words} onChange={setWords} total={total} />
        )}
        <p
          role="status"
          className={isFiltered ? 'mt-2 text-sm break-words text-quiet tabular-nums' : 'sr-only'}
        >
          {isFiltered &&
            (found === 0
              ? `No operations match “${words.trim()}”.`
              : `${countOf(found, 'operation')} of ${total}`)}
        </p>
        {shown.map((group) => (
          <Group
            key={group.id}
            group={group}
            title={groupTitle(group, groups.length)}
            description={descriptions[group.id]}
            q={words}
          />
        ))}
      </section>
    </div>
  );
}

function Group({
  group: { id, operations },
  title,
  description,
  q,
}: {
  group: ListedGroup;
  title: string | null;
  description: ReactNode;
  q: string;
}) {
  return (
    <div id={id} className="scroll-mt-6 pt-6 first-of-type:pt-4">
      {title !== null && (
        <h2 className="flex items-baseline gap-2 text-lg font-semibold tracking-tight break-words">
          {title}
          <span className="text-sm font-normal text-quiet tabular-nums">{operations.length}</span>
        </h2>
      )}
      {description && <div className="mt-1 max-w-3xl text-sm break-words text-quiet">{description}</div>}
      <ul className="mt-3 overflow-hidden rounded-lg border border-b-0 border-line bg-card [contain-intrinsic-size:auto_20rem] [content-visibility:auto]">
        {operations.map((operation) => (
          <OperationRow key={operation.slug} operation={operation} q={q} />
        ))}
      </ul>
    </div>
  );
}

function countIn(groups: readonly ListedGroup[]): number {
  return groups.reduce((sum, { operations }) => sum + operations.length, 0);
}

/** An operation of an API. The whole row is its link. */
function OperationRow({ operation, q }: { operation: ListedOperation; q: string }) {
  const { slug, name, text, price, coming, deprecated } = operation;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line px-3 py-2 hover:bg-sunk sm:px-4">
      <div className="min-w-0">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <h3 className="min-w-0 font-medium break-words">
            <Link
              href={productAddress(slug)}
              prefetch={false}
              className="after:absolute after:inset-0 after:z-10 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              <Marked text={name} q={q} />
            </Link>
          </h3>
          {deprecated && <DeprecatedMark />}
        </div>
        {text !== '' && (
          <p className="line-clamp-2 text-sm break-words text-quiet sm:line-clamp-1">
            <Marked text={text} q={q} />
          </p>
        )}
        {coming && <ComingPriceMark coming={coming} className="" />}
      </div>
      <p className="pt-px text-right text-sm whitespace-nowrap text-quiet tabular-nums">
        <span className="font-semibold text-ink">{priceText(price)}</span>
        {price.to > 0 && (price.to === 1 ? ' credit' : ' credits')}
      </p>
    </li>
  );
}

interface Filter {
  /** The address that filters without scripts. */
  action: string;
  words: string;
  onChange: (words: string) => void;
  total: number;
}

/** A plain form that also works without scripts. With scripts, the list follows each letter. */
function OperationFilter({ action, words, onChange, total }: Filter) {
  const field = useRef<HTMLInputElement>(null);
  // Picks up letters typed before the scripts ran.
  const readField = useEffectEvent(() => {
    const typed = field.current?.value ?? words;
    if (typed !== words) onChange(typed);
  });
  useEffect(() => readField(), []);
  return (
    <form
      action={action}
      role="search"
      aria-label="Operations of this API"
      onSubmit={(event) => event.preventDefault()}
    >
      <input
        ref={field}
        type="search"
        name="q"
        value={words}
        onChange={({ target }) => onChange(target.value)}
        aria-label="Filter operations"
        placeholder={`Filter ${countOf(total, 'operation')}…`}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        data-search
        className="w-full rounded-md border border-line bg-card px-3.5 py-2 placeholder:text-quiet"
      />
    </form>
  );
}

/** Fewer groups need no outline. */
const leastGroups = 2;

/** Beside the operations on a wide screen, folded above them on a narrow one. */
function GroupOutline({ groups }: { groups: ListedGroup[] }) {
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
