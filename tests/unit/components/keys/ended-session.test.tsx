// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FollowCaller, FollowPage } from '../../../../components/keys/follow-other-tabs.tsx';
import { callerIds, endedOptions, sessionOptions } from '../../../../components/keys/session-options.ts';
import { AccountBanner, EndedBanner } from '../../../../components/shell/header/banners.tsx';
import { noteRefusal } from '../../../../components/shown-caller.ts';
import { guestSession, type Session } from '../../../../lib/account/session.ts';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

const member: Session = { ...guestSession, kind: 'account', account: { id: 'acc_a', name: 'Acme' } };

function show(now: Session, page = <></>) {
  const open = () => {
    throw new DOMException('Storage is off.');
  };
  vi.stubGlobal('indexedDB', { open });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(now)));
  const client = new QueryClient();
  client.setQueryData(sessionOptions().queryKey, member);
  client.setQueryData(['calls'], 'of Acme');
  renderPage(
    <>
      <FollowCaller />
      <EndedBanner />
      <AccountBanner />
      {page}
    </>,
    { client },
  );
  const shown = () => client.getQueryData(sessionOptions().queryKey);
  return { client, shown };
}

it('drops the session that the page shows after a refusal that says it has ended, and says so', async () => {
  const { client } = show(guestSession);
  expect(screen.queryByText('Your session has ended.')).toBeNull();
  noteRefusal('session-ended');
  expect(await screen.findByText('Your session has ended.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toMatch(/^\/sign-in/);
  expect(client.getQueryData(['calls'])).toBeUndefined();
});

it('drops it where the server rendered a page for another caller', async () => {
  const { shown } = show(guestSession, <FollowPage caller={callerIds(guestSession)} />);
  expect(await screen.findByText('Your session has ended.')).toBeTruthy();
  expect(shown()).toEqual(guestSession);
});

it('drops it where a query reads another session', async () => {
  const { client, shown } = show(guestSession);
  await client.fetchQuery({ ...sessionOptions(), staleTime: 0 });
  expect(await screen.findByText('Your session has ended.')).toBeTruthy();
  expect([shown(), client.getQueryData(['calls'])]).toEqual([guestSession, undefined]);
});

it('keeps what is typed in a dialog until it is closed', async () => {
  const { shown } = show(guestSession);
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  dialog.show();
  const heard = vi.spyOn(dialog, 'addEventListener');
  noteRefusal('other-payer');
  await waitFor(() => expect(heard).toHaveBeenCalledWith('close', expect.anything(), expect.anything()));
  expect(shown()).toBe(member);
  dialog.close();
  dialog.remove();
  expect(await screen.findByText('Your session has ended.')).toBeTruthy();
});

it('loads the page anew where another person has signed in than typed there', async () => {
  const person = (id: string): Session => ({
    ...member,
    person: { id, name: 'Ada', email: 'ada@example.com', operatorRole: null },
  });
  const { client } = show(person('per_b'));
  client.setQueryData(sessionOptions().queryKey, person('per_a'));
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  reload.mockClear();
  noteRefusal('other-payer');
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(client.getQueryData(['calls'])).toBe('of Acme');
});

it('loads it anew where another signs in than whose session has ended, and not for the same', async () => {
  const person = (id: string): Session => ({
    ...member,
    person: { id, name: 'Ada', email: 'ada@example.com', operatorRole: null },
  });
  const { client, shown } = show(person('per_a'));
  client.setQueryData(sessionOptions().queryKey, guestSession);
  client.setQueryData(endedOptions().queryKey, 'per_a');
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  reload.mockClear();
  noteRefusal('other-payer');
  await waitFor(() => expect(shown()).toEqual(person('per_a')));
  expect(reload).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(person('per_b'))));
  client.setQueryData(sessionOptions().queryKey, guestSession);
  client.setQueryData(endedOptions().queryKey, 'per_a');
  noteRefusal('other-payer');
  await waitFor(() => expect(reload).toHaveBeenCalled());
});

it('keeps the page of a guest who signs in elsewhere, however many requests are refused at once', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  reload.mockClear();
  const { client, shown } = show(member);
  client.setQueryData(sessionOptions().queryKey, guestSession);
  for (let refused = 0; refused < 3; refused += 1) noteRefusal('other-payer');
  await waitFor(() => expect(shown()).toEqual(member));
  expect(reload).not.toHaveBeenCalled();
});

it('shows no dialog of somebody whose session has ended to the next person', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  reload.mockClear();
  show(guestSession);
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  dialog.show();
  const heard = vi.spyOn(dialog, 'addEventListener');
  noteRefusal('other-payer');
  await waitFor(() => expect(heard).toHaveBeenCalledWith('close', expect.anything(), expect.anything()));
  const other: Session = { ...member, account: { id: 'acc_b', name: 'Beta' } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(other)));
  noteRefusal('other-payer');
  await waitFor(() => expect(reload).toHaveBeenCalled());
  dialog.close();
  dialog.remove();
});

it('says that the account is suspended after the first refusal, and keeps what it shows', async () => {
  const { client } = show({ ...member, suspended: true });
  noteRefusal('account-suspended');
  expect(await screen.findByText(/is suspended/)).toBeTruthy();
  expect(client.getQueryData(['calls'])).toBe('of Acme');
});
