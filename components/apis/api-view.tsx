import type { ReactNode } from 'react';
import type { ApiPage } from '../../lib/product/api-page.ts';
import { Markdown } from '../markdown.tsx';
import { ApiHeader, linkLook } from './api-header.tsx';
import { ApiOperations } from './api-operations.tsx';

export function ApiView({ api, q }: { api: ApiPage; q: string }) {
  const described = api.groups.filter(({ description }) => description !== '');
  const descriptions = described.map(({ id, description }): [string, ReactNode] => [
    id,
    <div key={id} className={linkLook}>
      <Markdown text={description} />
    </div>,
  ]);
  return (
    <main className="mx-auto w-full max-w-6xl px-4 pt-8 pb-16 sm:px-6">
      <ApiHeader api={api} />
      {api.groups.length === 0 ? (
        <NothingOnline />
      ) : (
        <ApiOperations
          key={q}
          slug={api.slug}
          groups={api.groups.map(({ id, name, operations }) => ({ id, name, operations }))}
          descriptions={Object.fromEntries(descriptions)}
          q={q}
        />
      )}
    </main>
  );
}

function NothingOnline() {
  return (
    <div className="mt-8 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      <p className="font-medium">No operations of this API are online.</p>
      <p className="mt-1 text-sm text-quiet">
        An operator puts a product online with{' '}
        <code className="font-mono text-ink">npm run farebox -- online SLUG</code>.
      </p>
    </div>
  );
}
