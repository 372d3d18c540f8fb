import Link from 'next/link';
import type { ReactNode } from 'react';
import type { OperatorPage, PageVersion, PageVersionList } from '../../../lib/operator/pages.ts';
import { momentText } from '../../../lib/text/times.ts';
import { pageAddress } from '../../../lib/product/page-address.ts';
import { Prose } from '../../product/docs.tsx';
import { PageHead, Pill } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { cell, PageLinks, rowLink, Rows, wide, wideCell } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';
import { DeletePage } from './delete-page.tsx';
import { EditPage } from './edit-page.tsx';

export const pagesCrumb = { href: '/operator/pages', name: 'Pages' };

interface Props {
  page: OperatorPage;
  versions: PageVersionList;
  /** What the address asks for. */
  given: Record<string, string>;
  mayWrite: boolean;
  /** Which accounts accepted it. */
  children?: ReactNode;
}

/** A page of the portal as operators look after it. */
export function PagePage({ page, versions, given, mayWrite, children }: Props) {
  const { slug, title, version, text, inFooter, deletedAt } = page;
  const isShown = deletedAt === null;
  return (
    <>
      <PageHead
        title={title}
        crumb={pagesCrumb}
        pills={
          isShown ? inFooter && <Pill tone="quiet">In the footer</Pill> : <Pill tone="warn">Deleted</Pill>
        }
        sub={
          <>
            <span className="font-mono text-xs">{pageAddress(slug)}</span>
            <span>· version {version}</span>
            {isShown ? (
              <>
                <span>·</span>
                <Link href={pageAddress(slug)} prefetch={false} className="underline underline-offset-4">
                  As readers see it
                </Link>
              </>
            ) : (
              <span>· deleted on {momentText(deletedAt)} UTC</span>
            )}
            {page.termsOf.map(({ slug: product, name }) => (
              <span key={product}>
                · terms of{' '}
                <Link
                  href={`/operator/products/${product}`}
                  prefetch={false}
                  className="underline underline-offset-4"
                >
                  {name}
                </Link>
              </span>
            ))}
          </>
        }
      />
      <Part id="text" title="Text">
        {mayWrite && isShown ? <EditPage key={slug} page={page} /> : <Prose text={text} className="mt-3" />}
      </Part>
      <Part id="versions" title="Versions">
        <Versions slug={slug} versions={versions.list} current={version} />
        <PageLinks address={`/operator/pages/${slug}`} given={given} next={versions.next} />
      </Part>
      {children}
      {mayWrite && isShown && <DeletePage page={page} />}
    </>
  );
}

interface VersionsProps {
  slug: string;
  versions: PageVersion[];
  current: number;
}

function Versions({ slug, versions, current }: VersionsProps) {
  const columns = [
    { title: 'Version', className: 'w-28' },
    { title: 'Reason' },
    { title: 'By', className: `${wide} w-48` },
    { title: 'Saved', className: `${wide} w-28` },
  ];
  return (
    <Rows caption="Versions, newest first" columns={columns}>
      {versions.map((version) => (
        <tr key={version.number}>
          <td className={cell}>
            <Link
              href={`/operator/pages/${slug}?version=${version.number}`}
              prefetch={false}
              className={rowLink}
            >
              {version.number}
              <span className="sr-only">: what it said</span>
            </Link>
            {version.number === current && <span className="ml-2 text-quiet">now</span>}
          </td>
          <td className={cell}>
            {!version.asksAgain && <span className="block">Accounts need not accept it anew.</span>}
            {version.reason ?? <span className="text-quiet">No reason was given.</span>}
            <span className="block text-quiet @xl:hidden">
              {authorText(version)}, {momentText(version.at)} UTC
            </span>
          </td>
          <td className={wideCell}>{authorText(version)}</td>
          <td className={wideCell}>
            <When at={version.at} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}

const kinds: Record<string, string> = { 'command-line': 'The command line', key: 'An API key' };

export function authorText({ by: { kind, name } }: Pick<PageVersion, 'by'>): string {
  return name ?? kinds[kind] ?? 'The portal';
}
