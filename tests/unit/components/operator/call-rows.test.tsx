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
  return screen.getAllByRole('cell')[0]?.textContent ?? null;
}

it('says when and by whom in one line, and which fields the product does not know', () => {
  expect(cellOf({ ignored: ['urll', 'sise'] })).toMatch(
    /^QR codeAcme · 28 Nov 2026, 12:00(:00)? UTC · by Dora, key BuildUnknown fields: urll, sisecall_1 · request req-1/u,
  );
});

it.each([
  [{ key: null }, 'UTC · by Doracall_1'],
  [{ person: null }, 'UTC · by key Buildcall_1'],
  [{ person: null, key: { id: 'key_1', name: '' } }, 'UTC · by key key_1call_1'],
  [{ key: null, person: null, requestId: null }, 'UTCcall_1Charged'],
])('says of a call with %j what is known', (changes, text) => {
  expect(cellOf(changes)).toContain(text);
});
