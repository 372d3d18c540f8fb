import Link from 'next/link';
import { apiAddress } from '../../lib/product/api-page.ts';
import type { ListedApi } from '../../lib/product/card-list.ts';
import { ApiSize, apiOrigin } from './api-facts.tsx';
import { FareStub } from './fare-stub.tsx';
import { Marked } from './marked.tsx';

/** An API, drawn as a stack of tickets. */
export function ApiRow({ api, q }: { api: ListedApi; q: string }) {
  return (
    <li className="pb-2">
      <article className="relative grid h-full rounded-lg border border-line bg-card shadow-[0_4px_0_-1px_var(--card),0_4px_0_0_var(--line)] transition-colors focus-within:border-quiet hover:border-quiet sm:grid-cols-[minmax(0,1fr)_9.5rem] xl:grid-cols-[minmax(0,1fr)_7.5rem]">
        <div className="min-w-0 px-5 py-4">
          <h2 className="line-clamp-3 text-lg leading-snug font-semibold tracking-tight break-words xl:line-clamp-2">
            <Link
              href={apiAddress(api.slug)}
              prefetch={false}
              className="after:absolute after:inset-0 after:z-10 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              <Marked text={api.name} q={q} />
            </Link>
          </h2>
          <p className="mt-0.5 text-sm text-quiet">
            <ApiSize api={api} />
          </p>
          <p className="line-clamp-2 text-sm break-words text-quiet">{apiOrigin(api)}</p>
          {api.summary !== '' && (
            <p className="mt-2 line-clamp-3 text-sm break-words xl:line-clamp-2">
              <Marked text={api.summary} q={q} />
            </p>
          )}
        </div>
        <FareStub from={api.price.from} to={api.price.to} />
      </article>
    </li>
  );
}
