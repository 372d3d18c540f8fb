'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ImportDetail } from '../../../lib/operator/imports.ts';
import { newsText } from '../../../lib/operator/news-text.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { momentText } from '../../../lib/text/times.ts';
import { MayAllow } from '../parts/change-button.tsx';
import { ImportFoot } from './import-foot.tsx';
import { ImportHead } from './import-head.tsx';
import { importOptions, isMoving } from './import-options.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportResults } from './import-results.tsx';
import { ImportSide } from './import-side.tsx';
import { ImportSource } from './import-source.tsx';
import { Losses } from './losses.tsx';
import { NewerFoot } from './newer-foot.tsx';
import { newsOf, OperationTable } from './operation-table.tsx';

interface Props {
  initial: ImportDetail;
  mayPublish: boolean;
  maySetCredentials: boolean;
}

/** A document from its first byte to its products. It goes on if the page is left, and stays for a day. */
export function ImportPage({ initial, mayPublish, maySetCredentials }: Props) {
  const { data: detail } = useQuery({ ...importOptions(initial.id), initialData: initial });
  const { state, document, problem, follows } = detail;
  if (state === 'failed')
    return (
      <>
        <ImportHead step={0} follows={follows} />
        <p role="alert" className="mt-6 max-w-3xl rounded-lg border border-bad p-4 break-words">
          <MayAllow text={problem ?? ''} />
        </p>
        {!follows && <ImportSource address={detail.address ?? undefined} />}
      </>
    );
  if (isMoving(detail))
    return (
      <>
        <ImportHead step={state === 'publishing' ? 2 : 0} follows={follows} />
        <ImportProgress detail={detail} />
      </>
    );
  if (follows && (state === 'same' || (document && newsOf(document) === 0 && !detail.results)))
    return <NothingNewer detail={detail} follows={follows} />;
  return (
    <>
      <ImportHead step={state === 'published' ? 2 : 1} follows={follows} />
      <Source detail={detail} />
      {problem !== null && (
        <p role="alert" className="mt-4 rounded-lg border border-bad p-4 break-words">
          <MayAllow text={problem} />
        </p>
      )}
      <ImportResults detail={detail} />
      {document && (
        <>
          <div className="mt-6 grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <OperationTable detail={detail} document={document} />
            <ImportSide id={detail.id} isNewer={follows !== null} {...{ document, maySetCredentials }} />
          </div>
          {mayPublish &&
            (follows ? (
              newsOf(document) > 0 && <NewerFoot id={detail.id} document={document} />
            ) : (
              <ImportFoot id={detail.id} document={document} hasDrafts={detail.results !== null} />
            ))}
        </>
      )}
    </>
  );
}

/** The end of most looks. */
function NothingNewer({
  detail: { address, createdAt, state },
  follows: { slug, name },
}: {
  detail: ImportDetail;
  follows: NonNullable<ImportDetail['follows']>;
}) {
  return (
    <>
      <ImportHead step={1} follows={{ slug, name }} />
      <section className="mt-6 max-w-3xl rounded-lg border border-line bg-card p-4 sm:p-5">
        <h2 className="text-lg font-semibold">Nothing is newer</h2>
        <p className="mt-1 text-quiet">
          Looked {momentText(createdAt)} UTC.{' '}
          {state === 'same'
            ? 'The document is byte for byte the one that was read before.'
            : 'The document differs, but none of its operations does.'}
        </p>
        <p className="mt-2 font-mono text-dense break-all text-quiet">{address}</p>
        <p className="mt-4">
          <Link href={`/operator/apis/${slug}`} prefetch={false} className="button">
            Back to {name}
          </Link>
        </p>
      </section>
    </>
  );
}

function Source({ detail }: { detail: ImportDetail }) {
  const { address, file, createdAt, document, follows } = detail;
  if (!document) return null;
  const { title, version, openapi, operations, groups, imported, losses } = document;
  const facts = [
    ...(follows ? [newsText(document.news)] : [`OpenAPI ${openapi}`]),
    `${countOf(operations, 'operation')} in ${countOf(groups.length, 'group')}`,
    ...(imported < operations ? [`${groupedNumber(operations - imported)} cannot be sold`] : []),
    `read ${momentText(createdAt)} UTC`,
  ];
  return (
    <section aria-label="Document" className="mt-6 rounded-lg border border-line bg-card p-4 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <strong className="min-w-0 text-base break-words">
          {title || 'A document without a title'} {version}
        </strong>
        <span className="text-quiet">{facts.join(' · ')}</span>
        {!follows && (
          <Link
            href="/operator/imports"
            prefetch={false}
            className="ml-auto text-accent underline underline-offset-4"
          >
            Import another
          </Link>
        )}
      </p>
      <p className="mt-1 font-mono break-all text-quiet">{address ?? file ?? 'Pasted text'}</p>
      {losses.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer">
            {countOf(losses.length, 'part')} of the document left out
          </summary>
          <Losses losses={losses} />
        </details>
      )}
    </section>
  );
}
