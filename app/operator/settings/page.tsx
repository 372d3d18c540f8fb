import type { Metadata } from 'next';
import { PageHead } from '../../../components/operator/parts/page-head.tsx';
import { cell, Rows, wider } from '../../../components/operator/parts/rows.tsx';
import { readSettings } from '../../../server/operator/read-settings.ts';
import { OperatorPage } from '../operator-page.tsx';

export const metadata: Metadata = { title: 'Settings', robots: { index: false } };

const columns = [
  { title: 'Setting', className: '@3xl:w-[28%]' },
  { title: 'Current value', className: '@3xl:w-[22%]' },
  { title: 'Meaning', className: wider },
];

export default function Settings() {
  return (
    <OperatorPage title="Settings" right="read-settings">
      {(context) => {
        const { list } = readSettings(context);
        return Promise.resolve(
          <>
            <PageHead
              title="Settings"
              sub="Settings are environment variables. Restart the portal to apply changes. Secrets are not shown."
            />
            <Rows caption="Current settings" columns={columns}>
              {list.map(({ name, value, meaning }) => (
                <tr key={name}>
                  <td className={cell}>
                    <span className="font-mono text-xs break-all">{name}</span>
                    <span className="block text-quiet @3xl:hidden">{meaning}</span>
                  </td>
                  <td className={cell}>{value}</td>
                  <td className={`${wider} ${cell} text-quiet`}>{meaning}</td>
                </tr>
              ))}
            </Rows>
          </>,
        );
      }}
    </OperatorPage>
  );
}
