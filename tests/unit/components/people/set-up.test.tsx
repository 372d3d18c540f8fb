// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SetUp } from '../../../../components/people/choose-password.tsx';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

const expired = { code: 'link-expired', detail: 'This link has expired or was used.' };
const good = { email: null, name: null, ends: [], keptKeys: 0, asksFactor: false, accounts: null };

/** Opens the link that the portal has printed. Returns what the page asks for. */
function openLink(answer: Response) {
  const asked: [string, unknown][] = [];
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string } = {}) => {
    asked.push([address, JSON.parse(body ?? 'null')]);
    return Promise.resolve(answer);
  });
  window.location.hash = '#token';
  renderPage(<SetUp />);
  return asked;
}

it('asks at once whether the link is good, and has nothing filled in where it is not', async () => {
  const asked = openLink(Response.json(expired, { status: 410 }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(expired.detail);
  expect(asked).toEqual([['/api/link', { token: 'token' }]]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('asks for the first operator where it is', async () => {
  openLink(Response.json(good));
  expect(await screen.findByLabelText('Email')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create operator' })).toBeTruthy();
});
