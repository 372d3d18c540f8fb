import type { Metadata } from 'next';
import { cell, Rows } from '../../../components/operator/rows.tsx';
import { readSettings } from '../../../server/operator/read-settings.ts';
import { OperatorPage } from '../operator-page.tsx';

export const metadata: Metadata = { title: 'Settings', robots: { index: false } };

const columns = [{ title: 'Setting' }, { title: 'Current value' }];

export default function Settings() {
  return (
    <OperatorPage title="Settings" right="read-settings">
      {(context) => {
        const { list } = readSettings(context);
        return Promise.resolve(
          <>
            <h1 className="text-3xl font-semibold tracking-tight">Settings</h1>
            <p className="mt-2 text-quiet">
              Settings are environment variables. Restart the portal to apply changes. Secrets are not shown.
            </p>
            <Rows caption="Current settings" columns={columns}>
              {list.map(({ name, value, meaning }) => (
                <tr key={name}>
                  <td className={cell}>
                    <span className="font-mono text-sm break-all">{name}</span>
                    <span className="block text-sm text-quiet">{meaning}</span>
                  </td>
                  <td className={cell}>{value}</td>
                </tr>
              ))}
            </Rows>
          </>,
        );
      }}
    </OperatorPage>
  );
}
