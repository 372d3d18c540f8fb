// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Alerts } from '../../../components/alerts/alerts.tsx';
import { Members } from '../../../components/members/members.tsx';
import { PasswordLinkDialog } from '../../../components/operator/accounts/person-actions.tsx';
import { Register } from '../../../components/people/register.tsx';
import { PortalFacts } from '../../../components/portal-facts.tsx';
import { guestSession } from '../../../lib/account/session.ts';
import { renderPage } from './render-page.tsx';
import '../../setup/patient-screen.ts';

const link = 'https://portal.example/join#token';
const session = {
  ...guestSession,
  ...{ kind: 'account' as const, account: { id: 'acc_1', name: 'Acme' }, role: 'owner' as const },
  person: { id: 'per_1', name: 'Ada', email: 'ada@example.com', operatorRole: null },
};

const shown = () => document.body.textContent;
const byMail = [true, false];

/** Renders a part of a portal that has a mail server or none, and answers all requests alike. */
function show(sendsMail: boolean, part: ReactNode) {
  const answer = {
    list: [],
    total: 0,
    takingWebhooks: 0,
    id: 'inv_1',
    link,
    expiresAt: '2026-12-07T12:00:00.000Z',
  };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)));
  renderPage(<PortalFacts value={{ sendsMail, name: 'Farebox', contact: '' }}>{part}</PortalFacts>, {
    session,
  });
}
afterEach(cleanup);

it.each(byMail)('an invitation is said to be mailed where mail is sent: %s', async (sendsMail) => {
  show(sendsMail, <Members />);
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  await userEvent.type(await screen.findByLabelText('Email (optional)'), 'bob@example.com');
  const hints = ['The portal also emails the link to this address.', 'This portal does not send email'];
  expect(hints.map((hint) => shown().includes(hint))).toEqual([sendsMail, !sendsMail]);
  await userEvent.click(screen.getByText('Create invitation'));
  await screen.findByText(link);
  const says = ['It is also emailed to bob@example.com.', 'Send this link to bob@example.com.'];
  expect(says.map((sentence) => shown().includes(sentence))).toEqual([sendsMail, !sendsMail]);
});

it.each(byMail)(
  'a link to choose a password is said to be mailed where mail is sent: %s',
  async (sendsMail) => {
    show(sendsMail, <PasswordLinkDialog personId="per_2" isFirst={false} close={vi.fn()} />);
    await userEvent.click(screen.getByText('Create link'));
    await screen.findByText(link);
    const says = ['It was also emailed.', 'This portal does not send email: send it to the person yourself.'];
    expect(says.map((sentence) => shown().includes(sentence))).toEqual([sendsMail, !sendsMail]);
  },
);

it.each(byMail)('alerts are said to reach people where mail is sent: %s', async (sendsMail) => {
  show(sendsMail, <Alerts session={session} />);
  await screen.findByText(/No alerts\./);
  const says = [
    'An alert emails you',
    'alerts reach webhooks, and their emails are for the operator to read',
  ];
  expect(says.map((sentence) => shown().includes(sentence))).toEqual([sendsMail, !sendsMail]);
});

it.each(byMail)('who registers is sent to their inbox where mail is sent: %s', async (sendsMail) => {
  show(sendsMail, <Register issuers={[]} />);
  await userEvent.type(screen.getByLabelText('Email'), 'eve@example.com{Enter}');
  await screen.findByRole('button', { name: 'Change the address' });
  const says = ['Check the inbox of eve@example.com.', 'Its operator has the message to eve@example.com'];
  expect(says.map((sentence) => shown().includes(sentence))).toEqual([sendsMail, !sendsMail]);
});
