// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { useAction } from '../../../../components/confirmation/use-action.ts';
import '../../../setup/patient-screen.ts';

const listRead = vi.fn<() => Promise<string>>();

function Page() {
  const create = useAction({ queryKey: ['keys'] });
  const [secret, setSecret] = useState('');
  useQuery({ queryKey: ['keys'], queryFn: listRead });
  return (
    <>
      <button type="button" onClick={() => void create('POST /api/keys').then(({ key }) => setSecret(key))}>
        Create
      </button>
      <output>{secret}</output>
    </>
  );
}

it('shows a secret while the list that it changed is still fetched anew', async () => {
  listRead.mockResolvedValueOnce('before').mockReturnValueOnce(new Promise(() => {}));
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ key: 'fb_shown_once' })));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('fb_shown_once')).toBeTruthy();
  expect(listRead).toHaveBeenCalledTimes(2);
});
