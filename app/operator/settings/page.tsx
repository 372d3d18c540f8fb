import type { Metadata } from 'next';
import { cell, Rows } from '../../../components/operator/rows.tsx';
import { readSettings } from '../../../server/operator/read-settings.ts';
import { OperatorPage } from '../operator-page.tsx';

export const metadata: Metadata = { title: 'Settings', robots: { index: false } };

const columns = [{ title: 'Setting' }, { title: 'In force' }];

export default function Settings() {
  return (
    <OperatorPage title="Settings" right="read-settings">
      {(context) => {
        const { list } = readSettings(context);
        return Promise.resolve(
          <>
            <h1 className="text-3xl font-semibold tracking-tight">Settings</h1>
            <p className="mt-2 text-quiet">
              They are environment variables, and change with a new start. Secrets are not shown.
            </p>
            <Rows caption="Settings in force" columns={columns}>
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
