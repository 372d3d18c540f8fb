// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CallRows } from '../../../../components/operator/ledger-rows.tsx';
import type { CallsOfAll } from '../../../../lib/operator/ledger-lists.ts';

const call: CallsOfAll['list'][number] = {
  ...{ id: 'call_1', product: { id: 'prd_1', slug: 'qr-code', name: 'QR code' }, state: 'settled' },
  ...{ outcome: 'success', problem: null, upstreamStatus: 200, requestId: 'req-1', quoted: 2, charged: 1 },
  ...{ startedAt: '2026-11-28T12:00:00.000Z', settledAt: '2026-11-28T12:00:01.000Z' },
  ...{ key: { id: 'key_1', name: 'Build' }, person: { id: 'per_1', name: 'Dora' } },
  account: { id: 'acc_1', name: 'Acme' },
};

function cellOf(changes: Partial<typeof call>): string | null {
  render(<CallRows calls={[{ ...call, ...changes }]} hasMore={false} unknownFilter={undefined} />);
  return screen.getByRole('row', { name: /QR code/ }).textContent;
}

it('says when and by whom in one line, and which fields the product does not know', () => {
  expect(cellOf({ ignored: ['urll', 'si\0e\ud800'] })).toMatch(
    /^QR codecall_1.*12:00:00Unknown fields: urll, si\ufffde\ufffdAcme · by Dora, key BuildCharged /u,
  );
});

it.each([
  [{ key: null }, 'Acme · by DoraCharged'],
  [{ person: null }, 'Acme · by key BuildCharged'],
  [{ person: null, key: { id: 'key_1', name: '' } }, 'Acme · by key key_1Charged'],
  [{ key: null, person: null, requestId: null }, 'AcmeCharged'],
])('says of a call with %j what is known', (changes, text) => {
  expect(cellOf(changes)).toContain(text);
});
