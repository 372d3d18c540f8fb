import type { Metadata } from 'next';
import { z } from 'zod';
import { TermsPart } from '../../../../components/operator/access/terms-part.tsx';
import { VisibilityPart } from '../../../../components/operator/access/visibility-part.tsx';
import { ProductPage } from '../../../../components/operator/products/product-page.tsx';
import { ReleasePage } from '../../../../components/operator/products/release-page.tsx';
import { listPortalPages } from '../../../../server/desk/portal-pages.ts';
import { listParameters, pageWish } from '../../../../server/list-parameters.ts';
import {
  listReleases,
  readOperatorProduct,
  readRelease,
} from '../../../../server/operator/product-releases.ts';
import { listProductAccess } from '../../../../server/operator/product-access.ts';
import { mayDo } from '../../../../server/rights.ts';
import { OperatorPage } from '../../operator-page.tsx';
import { pageQuery, type SearchParams } from '../../page-query.ts';

export const metadata: Metadata = { title: 'Product', robots: { index: false } };

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: SearchParams;
}

const query = z.object({ ...listParameters, release: z.string().optional() });

const shownAccounts = 100;

/** A product with its releases, or one of these beside the one before it. */
export default async function OperatorProduct({ params, searchParams }: Props) {
  const { slug } = await params;
  return (
    <OperatorPage title="Product" right="read-offline-products">
      {async (context, caller) => {
        const { query: asked, given } = await pageQuery(query, searchParams);
        const mayPublish = mayDo(caller, 'publish-product');
        const product = await readOperatorProduct(context, slug);
        if (asked.release !== undefined)
          return (
            <ReleasePage
              {...{ product, mayPublish }}
              released={await readRelease(context, slug, asked.release)}
            />
          );
        const releases = await listReleases(context, slug, pageWish(asked));
        return (
          <ProductPage
            {...{ product, releases, given, mayPublish }}
            mayChangeStatus={mayDo(caller, 'set-product-status')}
            visibility={
              <>
                <VisibilityPart
                  {...{ product, mayPublish }}
                  access={await listProductAccess(context, slug, { before: undefined, most: shownAccounts })}
                  mayChoose={mayDo(caller, 'change-product-access')}
                />
                <TermsPart {...{ product, mayPublish }} pages={(await listPortalPages(context)).list} />
              </>
            }
          />
        );
      }}
    </OperatorPage>
  );
}
