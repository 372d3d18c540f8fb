import { describe, expect, inject, it } from 'vitest';
import { makePerson, signInBeside, testPassword } from '../setup/make-person.ts';
import { ask, post } from './ask.ts';

const elevenMinutes = 11 * 60_000;

describe('confirming that it is the same person', () => {
  const endOthers = (headers: { cookie: string }) => ask('/api/sessions', { method: 'DELETE', headers });

  it('is asked for after ten minutes, and counts for that session alone', async () => {
    const ada = makePerson(inject('dataFolder'), { signedInAt: Date.now() - elevenMinutes });
    const other = signInBeside(inject('dataFolder'), ada, Date.now() - elevenMinutes);
    expect(await endOthers(ada.headers)).toMatchObject({
      status: 403,
      json: { code: 'confirmation-required', confirmation: '/api/session/confirmation' },
    });
    const confirm = (password: string) => post('/api/session/confirmation', { password }, ada.headers);
    expect(await confirm('wrong')).toMatchObject({
      status: 401,
      json: { code: 'wrong-password', errors: [{ pointer: '/password' }] },
    });
    expect(await endOthers(ada.headers)).toMatchObject({ status: 403 });
    expect(await confirm(testPassword)).toMatchObject({ status: 204 });
    expect(await endOthers(other)).toMatchObject({ status: 403 });
    expect(await endOthers(ada.headers)).toMatchObject({ status: 204 });
    expect(await ask('/api/sessions', { headers: other })).toMatchObject({ status: 401 });
  });

  it('is not asked for right after a sign-in', async () => {
    const { headers } = makePerson(inject('dataFolder'));
    expect(await endOthers(headers)).toMatchObject({ status: 204 });
  });

  it('is for people, on pages of the portal', async () => {
    expect(await post('/api/session/confirmation', { password: 'x' })).toMatchObject({
      status: 401,
      json: { code: 'sign-in-required' },
    });
    const { headers } = makePerson(inject('dataFolder'));
    const from = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(await post('/api/session/confirmation', { password: testPassword }, from)).toMatchObject({
      status: 403,
      json: { code: 'cross-site' },
    });
    expect(await post('/api/session/confirmation', {}, headers)).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/password' }] },
    });
  });
});
