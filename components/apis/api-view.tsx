import type { ReactNode } from 'react';
import type { ApiPage } from '../../lib/product/api-page.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { markdownExcerpt } from '../../lib/text/markdown-text.ts';
import { DeprecatedMark, FareStub } from '../catalogue/product-row.tsx';
import { ProviderLink } from '../catalogue/tag-link.tsx';
import { Markdown } from '../markdown.tsx';
import { Prose } from '../product/docs.tsx';
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
      <p className="mt-1 text-sm text-quiet">The operator of this portal puts them online.</p>
    </div>
  );
}

const linkLook = '[&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4';

/** Some three lines on a phone. */
const longestIntroduction = 240;

function ApiHeader({ api }: { api: ApiPage }) {
  const { name, version, provider, price, deprecated, groups, url } = api;
  const operations = groups.reduce((sum, group) => sum + group.operations.length, 0);
  return (
    <header>
      <div className="grid grid-cols-1 gap-x-8 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <p className="text-sm text-quiet">
            API by <ProviderLink provider={provider} />
          </p>
          <h1 className="mt-1 text-2xl font-semibold tracking-tight break-words sm:text-3xl">{name}</h1>
          <p className="mt-1 text-sm break-words text-quiet tabular-nums">
            {deprecated && <DeprecatedMark />} {version !== null && `Version ${version} · `}
            {countOf(operations, 'operation')}
            {groups.length > 1 && ` in ${countOf(groups.length, 'group')}`}
            {url !== null && (
              <>
                {' · '}
                <a href={url} rel="noopener nofollow" className="text-accent underline underline-offset-4">
                  Provider’s documentation
                </a>
              </>
            )}
          </p>
        </div>
        {operations > 0 && (
          <div className="mt-4 self-start overflow-y-clip rounded-b-md border border-t-0 border-line bg-card sm:mt-0 sm:overflow-x-clip sm:overflow-y-visible sm:rounded-l-none sm:rounded-tr-md sm:border-t sm:border-l-0">
            <FareStub from={price.from} to={price.to} />
          </div>
        )}
      </div>
      <Introduction api={api} />
    </header>
  );
}

/** The operations must start on the first screen, so a long introduction starts folded. */
function Introduction({ api: { summary, doc } }: { api: ApiPage }) {
  const text = doc.trim();
  const isShort = text.length <= longestIntroduction && !/\n\s*\n|^\s*[-*#|>]/m.test(text);
  if (text === '' || isShort)
    return (
      <div className="mt-3 max-w-3xl break-words">
        {summary !== null && <p>{summary}</p>}
        {text !== '' && (
          <div className={linkLook}>
            <Markdown text={text} />
          </div>
        )}
      </div>
    );
  return (
    <>
      <p className="mt-3 line-clamp-3 max-w-3xl break-words">{summary ?? markdownExcerpt(text)}</p>
      <details className="mt-2">
        <summary className="w-fit cursor-pointer py-1 text-sm text-accent underline-offset-4 hover:underline">
          About this API
        </summary>
        <Prose text={text} className="mt-2" />
      </details>
    </>
  );
}
