// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Confirmation } from '../../../../components/shell/confirmation.tsx';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

const act = vi.fn<(fields: FormData) => Promise<void>>();
const close = vi.fn<() => void>();
const user = userEvent.setup();

beforeEach(() => {
  renderPage(
    <Confirmation {...{ title: 'Erase Ada?', action: 'Erase', act, close, nameToType: 'Ada' }}>
      <p>Ada loses everything.</p>
    </Confirmation>,
  );
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it.each(['ada', 'Bob'])('refuses “%s” where the name is to be typed', async (typed) => {
  await user.type(screen.getByLabelText('Type Ada'), typed);
  await user.click(screen.getByText('Erase'));
  expect(await screen.findByText('This is not Ada.')).toBeDefined();
  expect(act).not.toHaveBeenCalled();
});

it('acts once the name is typed', async () => {
  await user.type(screen.getByLabelText('Type Ada'), ' Ada ');
  await user.click(screen.getByText('Erase'));
  expect(act).toHaveBeenCalledOnce();
});

it('is left by Cancel without acting', async () => {
  await user.click(screen.getByText('Cancel'));
  expect([close.mock.calls.length, act.mock.calls.length]).toEqual([1, 0]);
});
