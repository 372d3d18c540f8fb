import type { Metadata } from 'next';
import { z } from 'zod';
import { KeyPage, keyTabs } from '../../../../components/operator/accounts/key-page.tsx';
import { sumUsage, usageQuery } from '../../../../server/calls/read-credits.ts';
import { listParameters } from '../../../../server/list-parameters.ts';
import { readKeyOfAll } from '../../../../server/operator/ledger-lists.ts';
import { mayDo } from '../../../../server/rights.ts';
import { contentOfListTab, readableLists } from '../../list-tab.tsx';
import { OperatorPage } from '../../operator-page.tsx';
import { pageQuery, type SearchParams } from '../../page-query.ts';

export const metadata: Metadata = { title: 'API key', robots: { index: false } };

const query = z.object({ ...listParameters, tab: z.enum(keyTabs, keyTabs.join(', ')).optional() });

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function Key({ params, searchParams }: Props) {
  const { id } = await params;
  return (
    <OperatorPage title="API key" right="read-accounts">
      {async (context, caller) => {
        const apiKey = await readKeyOfAll(context, id);
        const { query: asked, given } = await pageQuery(query, searchParams);
        const { tab } = asked;
        const { list } = await sumUsage(context, apiKey.account.id, usageQuery.parse({ by: 'key' }));
        const days = list.filter(({ of }) => of?.id === id);
        return (
          <KeyPage
            apiKey={apiKey}
            tab={tab}
            used={{
              calls: days.reduce((sum, day) => sum + day.calls, 0),
              credits: days.reduce((sum, day) => sum + day.credits, 0),
            }}
            readAtMs={Date.now()}
            mayRevoke={mayDo(caller, apiKey.operator ? 'revoke-operator-key' : 'revoke-account-key')}
            reads={readableLists(caller)}
          >
            {
              await contentOfListTab(context, caller, {
                ...{ address: `/operator/keys/${id}`, tab, asked, given },
                filters: { calls: { key: id }, changes: { target: id } },
              })
            }
          </KeyPage>
        );
      }}
    </OperatorPage>
  );
}
