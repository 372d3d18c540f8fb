import type { CatalogueView } from '../../lib/product/catalogue-view.ts';
import { type Go, ViewLink } from './view-link.tsx';

const layouts = [
  { layout: undefined, name: 'Cards', path: 'M1.5 2.5h11v4h-11zM1.5 8.5h11v4h-11z' },
  { layout: 'rows' as const, name: 'Rows', path: 'M1.5 2.5h11M1.5 5.8h11M1.5 9.2h11M1.5 12.5h11' },
];

/** Cards with introductions, or one line for each product. */
export function LayoutChoice({ view: { layout, ...view }, go }: { view: CatalogueView; go: Go }) {
  return (
    <div role="group" aria-label="Layout" className="flex rounded-md border border-line bg-card p-0.5">
      {layouts.map((one) => (
        <ViewLink
          key={one.name}
          view={{ ...view, ...(one.layout && { layout: one.layout }) }}
          go={go}
          aria-label={one.name}
          title={one.name}
          aria-current={one.layout === layout ? 'true' : undefined}
          className="flex h-7 w-8 items-center justify-center rounded text-quiet hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-ink"
        >
          <svg aria-hidden viewBox="0 0 14 15" className="size-3.5 fill-none stroke-current stroke-[1.5]">
            <path d={one.path} />
          </svg>
        </ViewLink>
      ))}
    </div>
  );
}
