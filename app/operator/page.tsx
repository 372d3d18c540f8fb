import type { Metadata } from 'next';
import { FirstSteps } from '../../components/operator/first-steps.tsx';
import { OverviewPage } from '../../components/operator/overview/overview-page.tsx';
import { mayDo } from '../../server/rights.ts';
import { readFirstSteps } from '../../server/operator/first-steps.ts';
import { readOverview } from '../../server/operator/overview.ts';
import { overviewQuery } from '../../server/operator/read-activity.ts';
import { namesInEntries } from '../../server/operator/audit.ts';
import { OperatorPage } from './operator-page.tsx';
import { pageQuery, type SearchParams } from './page-query.ts';

export const metadata: Metadata = { title: 'Overview', robots: { index: false } };

export default function Operator({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Overview" right="read-overview">
      {async (context, caller) => {
        const { query } = await pageQuery(overviewQuery, searchParams);
        const [overview, steps] = await Promise.all([
          readOverview(context, caller, query),
          readFirstSteps(context, caller),
        ]);
        return (
          <OverviewPage
            overview={overview}
            steps={
              steps.open > 0 && <FirstSteps list={steps.list} mayDismiss={mayDo(caller, 'dismiss-item')} />
            }
            names={await namesInEntries(context, overview.changes ?? [])}
            mayDismiss={mayDo(caller, 'dismiss-item')}
          />
        );
      }}
    </OperatorPage>
  );
}
