import type { Metadata } from 'next';
import { z } from 'zod';
import { accountKinds, accountSorts } from '../../../../../../components/operator/backtests/account-list.tsx';
import { BacktestPage } from '../../../../../../components/operator/backtests/backtest-page.tsx';
import { readBacktest } from '../../../../../../server/desk/saved-backtests.ts';
import { wholeParameter } from '../../../../../../server/list-parameters.ts';
import { findPublished } from '../../../../../../server/operator/product-releases.ts';
import { mayDo } from '../../../../../../server/rights.ts';
import { OperatorPage } from '../../../../operator-page.tsx';
import { pageQuery, type SearchParams } from '../../../../page-query.ts';

export const metadata: Metadata = { title: 'Backtest', robots: { index: false } };

interface Props {
  params: Promise<{ slug: string; number: string }>;
  searchParams: SearchParams;
}

const query = z.object({
  draft: wholeParameter(1, 1_000_000_000, 'the number of a draft').optional(),
  which: z.enum(accountKinds, accountKinds.join(', ')).optional(),
  sort: z.enum(accountSorts, accountSorts.join(', ')).optional(),
  all: z.enum(['yes'], 'yes').optional(),
});

/** What the calls of a product would have cost by drafts of it. */
export default async function Backtest({ params, searchParams }: Props) {
  const { slug, number } = await params;
  return (
    <OperatorPage title="Backtest" right="read-offline-products">
      {async (context, caller) => {
        const { query: view } = await pageQuery(query, searchParams);
        const backtest = await readBacktest(context, slug, number);
        const { name } = await findPublished(context, slug);
        return (
          <BacktestPage
            {...{ product: { slug, name }, backtest, view }}
            may={{ publish: mayDo(caller, 'publish-product'), readAccounts: mayDo(caller, 'read-accounts') }}
          />
        );
      }}
    </OperatorPage>
  );
}
