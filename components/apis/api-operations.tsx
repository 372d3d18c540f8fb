'use client';

import { type ReactNode, useDeferredValue, useState } from 'react';
import { apiAddress, filteredGroups, groupTitle, type ListedGroup } from '../../lib/product/api-page.ts';
import { countOf } from '../../lib/text/count-text.ts';
import { GroupOutline } from './group-outline.tsx';
import { OperationFilter } from './operation-filter.tsx';
import { OperationRow } from './operation-row.tsx';

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
