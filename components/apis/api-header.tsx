import type { ApiPage } from '../../lib/product/api-page.ts';
import { countOf } from '../../lib/text/count-text.ts';
import { markdownExcerpt } from '../../lib/text/markdown-excerpt.ts';
import { DeprecatedMark } from '../catalogue/deprecated-mark.tsx';
import { FareStub } from '../catalogue/fare-stub.tsx';
import { ProviderLink } from '../catalogue/tag-link.tsx';
import { Markdown } from '../markdown.tsx';
import { Prose } from '../product/docs.tsx';

export const linkLook = '[&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4';

/** Some three lines on a phone. */
const longestIntroduction = 240;

export function ApiHeader({ api }: { api: ApiPage }) {
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
