import type { Metadata } from 'next';
import { BackupsPage } from '../../../components/operator/backups/backups-page.tsx';
import { listBackups } from '../../../server/desk/back-up.ts';
import { OperatorPage } from '../operator-page.tsx';

export const metadata: Metadata = { title: 'Backups', robots: { index: false } };

export default function Backups() {
  return (
    <OperatorPage title="Backups" right="read-backups">
      {async (context) => (
        <BackupsPage
          initial={await listBackups(context)}
          isFile={context.settings.databaseUrl === undefined}
        />
      )}
    </OperatorPage>
  );
}
