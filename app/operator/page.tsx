import type { Metadata } from 'next';
import { FirstSteps } from '../../components/operator/first-steps.tsx';
import { OverviewPage } from '../../components/operator/overview-page.tsx';
import { mayDo } from '../../server/rights.ts';
import { readFirstSteps } from '../../server/operator/first-steps.ts';
import { readOverview } from '../../server/operator/overview.ts';
import { namesInEntries } from '../../server/operator/audit.ts';
import { OperatorPage } from './operator-page.tsx';

export const metadata: Metadata = { title: 'Operator', robots: { index: false } };

export default function Operator() {
  return (
    <OperatorPage title="Operator" right="read-overview">
      {async (context, caller) => {
        const [overview, steps] = await Promise.all([
          readOverview(context, caller),
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
