import { type CatalogueView, catalogueSorts } from '../../lib/product/catalogue-view.ts';
import type { Go } from './view-link.tsx';

const labels = {
  name: 'Name',
  popular: 'Most used',
  '-created': 'Newest',
  price: 'Price, lowest',
  '-price': 'Price, highest',
};

/** Part of the search form, which submits it without scripts. The default for a search is its ranking. */
export function SortChoice({ view: { sort, ...view }, go }: { view: CatalogueView; go: Go }) {
  const byDefault = view.q === '' ? 'name' : undefined;
  return (
    <label className="flex items-center gap-2 text-sm text-quiet">
      Sort
      <select
        name="sort"
        form="search"
        value={sort === undefined || sort === byDefault ? '' : sort}
        onChange={({ target }) => {
          const chosen = catalogueSorts.find((one) => one === target.value);
          go({ ...view, page: 1, ...(chosen && { sort: chosen }) });
        }}
        className="rounded-md border border-line bg-card py-1.5 pr-1 pl-2 text-ink"
      >
        <option value="">{byDefault ? labels[byDefault] : 'Best match'}</option>
        {catalogueSorts
          .filter((one) => one !== byDefault)
          .map((one) => (
            <option key={one} value={one}>
              {labels[one]}
            </option>
          ))}
      </select>
    </label>
  );
}
