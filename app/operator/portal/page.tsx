import type { Metadata } from 'next';
import { PortalPage } from '../../../components/operator/portal/portal-page.tsx';
import { OperatorPage } from '../operator-page.tsx';

export const metadata: Metadata = { title: 'Portal', robots: { index: false } };

export default function Portal() {
  return (
    <OperatorPage title="Portal" right="change-face">
      {async (context) => <PortalPage face={await context.store.face.read()} />}
    </OperatorPage>
  );
}
