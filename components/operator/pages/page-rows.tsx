import Link from 'next/link';
import type { OperatorPageList } from '../../../lib/operator/pages.ts';
import { cell, List, Named, rowLink, wide, wideCell } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

/** The pages that operators wrote. */
export function PageRows({ pages, isFiltered }: { pages: OperatorPageList['list']; isFiltered: boolean }) {
  const columns = [
    { title: 'Page' },
    { title: 'Version', className: `${wide} w-24` },
    { title: 'Footer', className: `${wide} w-28` },
    { title: 'Saved', className: `${wide} w-28` },
  ];
  return (
    <List
      caption="Pages, newest first"
      things={['page', 'pages']}
      rows={pages}
      columns={columns}
      none={
        isFiltered
          ? 'No page was deleted.'
          : 'Terms, privacy, an imprint, guides: pages that you write in Markdown, and everybody reads.'
      }
    >
      {({ slug, title, version, inFooter, updatedAt }) => (
        <tr key={slug}>
          <td className={cell}>
            <Named
              name={
                <Link href={`/operator/pages/${slug}`} prefetch={false} className={rowLink}>
                  {title}
                </Link>
              }
              more={<span className="font-mono">/pages/{slug}</span>}
              below={
                <>
                  /pages/{slug} · version {version}
                  {inFooter && ' · in the footer'}
                </>
              }
            />
          </td>
          <td className={`${wideCell} tabular-nums`}>{version}</td>
          <td className={wideCell}>{inFooter ? 'Shown' : <span className="text-quiet">Not shown</span>}</td>
          <td className={wideCell}>
            <When at={updatedAt} />
          </td>
        </tr>
      )}
    </List>
  );
}
