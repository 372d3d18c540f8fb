import type { Metadata } from 'next';
import { OverviewPage } from '../../components/operator/overview-page.tsx';
import { mayDo } from '../../server/rights.ts';
import { readOverview } from '../../server/operator/overview.ts';
import { namesInEntries } from '../../server/operator/audit.ts';
import { OperatorPage } from './operator-page.tsx';

export const metadata: Metadata = { title: 'Operator', robots: { index: false } };

export default function Operator() {
  return (
    <OperatorPage title="Operator" right="read-overview">
      {async (context, caller) => {
        const overview = await readOverview(context, caller);
        return (
          <OverviewPage
            overview={overview}
            names={await namesInEntries(context, overview.changes ?? [])}
            mayDismiss={mayDo(caller, 'dismiss-item')}
            isNew={mayDo(caller, 'create-account') && (await context.store.accounts.names(1)).length === 0}
          />
        );
      }}
    </OperatorPage>
  );
}
