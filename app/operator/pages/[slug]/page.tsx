import type { Metadata } from 'next';
import { z } from 'zod';
import { Acceptances } from '../../../../components/operator/access/acceptance-rows.tsx';
import { PagePage } from '../../../../components/operator/pages/page-page.tsx';
import { VersionPage } from '../../../../components/operator/pages/version-page.tsx';
import { listPageVersions, readPage, readVersion } from '../../../../server/desk/portal-pages.ts';
import { listParameters, pageWish } from '../../../../server/list-parameters.ts';
import { listAcceptances } from '../../../../server/desk/product-terms.ts';
import { mayDo } from '../../../../server/rights.ts';
import { OperatorPage } from '../../operator-page.tsx';
import { pageQuery, type SearchParams } from '../../page-query.ts';

export const metadata: Metadata = { title: 'Page', robots: { index: false } };

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: SearchParams;
}

const shownAcceptances = 100;

const query = z.object({ ...listParameters, version: z.string().optional() });

/** A page of the portal with its versions, or one of these beside the one before it. */
export default async function PortalPage({ params, searchParams }: Props) {
  const { slug } = await params;
  return (
    <OperatorPage title="Page" right="read-pages">
      {async (context, caller) => {
        const { query: asked, given } = await pageQuery(query, searchParams);
        const mayWrite = mayDo(caller, 'write-pages');
        const page = await readPage(context, slug);
        if (asked.version !== undefined)
          return (
            <VersionPage {...{ page, mayWrite }} read={await readVersion(context, slug, asked.version)} />
          );
        const versions = await listPageVersions(context, slug, pageWish(asked));
        const acceptances =
          mayDo(caller, 'read-product-access') &&
          (await listAcceptances(context, { page: slug, pageSize: shownAcceptances }));
        return (
          <PagePage {...{ page, versions, given, mayWrite }}>
            {acceptances && (acceptances.list.length > 0 || page.termsOf.length > 0) && (
              <Acceptances of="page" acceptances={acceptances} />
            )}
          </PagePage>
        );
      }}
    </OperatorPage>
  );
}
