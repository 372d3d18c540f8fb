import Form from 'next/form';
import type { CatalogueView } from '../lib/catalogue-view.ts';

export function SearchForm({ view }: { view: CatalogueView }) {
  return (
    <Form action="/" role="search" className="mt-4 flex gap-2">
      <input
        type="search"
        name="q"
        defaultValue={view.q}
        maxLength={200}
        placeholder="QR code, resize, IBAN…"
        aria-label="Search products"
        className="min-w-0 flex-1 rounded-md border border-line bg-card px-3 py-2 placeholder:text-quiet"
      />
      {view.tags.map((slug) => (
        <input key={slug} type="hidden" name="tag" value={slug} />
      ))}
      <button type="submit" className="rounded-md bg-accent px-4 py-2 font-medium text-accent-ink">
        Search
      </button>
    </Form>
  );
}
