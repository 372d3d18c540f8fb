import type { Metadata } from 'next';
import { z } from 'zod';
import { TermsPart } from '../../../../components/operator/access/terms-part.tsx';
import { VisibilityPart } from '../../../../components/operator/access/visibility-part.tsx';
import { ProductPage, productTabs } from '../../../../components/operator/products/product-page.tsx';
import { ReleasePage } from '../../../../components/operator/products/release-page.tsx';
import { listPortalPages } from '../../../../server/desk/portal-pages.ts';
import { listParameters, pageWish } from '../../../../server/list-parameters.ts';
import {
  listReleases,
  readOperatorProduct,
  readRelease,
} from '../../../../server/operator/product-releases.ts';
import { listProductAccess } from '../../../../server/operator/product-access.ts';
import { readProduct } from '../../../../server/products/find-product.ts';
import { readHealth } from '../../../../server/operator/read-health.ts';
import { mayDo } from '../../../../server/rights.ts';
import { contentOfListTab, readableLists } from '../../list-tab.tsx';
import { OperatorPage } from '../../operator-page.tsx';
import { pageQuery, type SearchParams } from '../../page-query.ts';

export const metadata: Metadata = { title: 'Product', robots: { index: false } };

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: SearchParams;
}

const query = z.object({
  ...listParameters,
  release: z.string().optional(),
  tab: z.enum(productTabs, productTabs.join(', ')).optional(),
});

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
        const { tab } = asked;
        const releases = await listReleases(context, slug, pageWish(asked));
        const found = await readProduct(context.store, slug, context.audience);
        const healthOf = await readHealth(context.store, found ? [found.key] : [], Date.now());
        return (
          <ProductPage
            {...{ product, releases, given, mayPublish, tab }}
            health={found && healthOf(found.key)}
            mayReadCalls={readableLists(caller).calls}
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
          >
            {
              await contentOfListTab(context, caller, {
                ...{ address: `/operator/products/${slug}`, tab, asked, given },
                filters: { calls: { product: slug } },
              })
            }
          </ProductPage>
        );
      }}
    </OperatorPage>
  );
}
