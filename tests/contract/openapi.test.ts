import { describe, expect, it } from 'vitest';
import { problems } from '../../lib/problem/problems.ts';
import { importDocument } from '../../lib/import/import-document.ts';
import { ask, send } from './ask.ts';

describe('GET /openapi.json', () => {
  it('files each operation under one group', async () => {
    const { json } = await ask('/openapi.json');
    const items = Object.values<Record<string, { tags?: string[] }>>(Object(json).paths);
    const tags = items.flatMap((item) => Object.values(item).map(({ tags: given = [] }) => given.length));
    expect(tags.length).toBeGreaterThan(100);
    expect(new Set(tags)).toEqual(new Set([1]));
  });

  it('names no header of a call that pages of other sites may not send', async () => {
    const { json } = await ask('/openapi.json');
    const path = '/api/product/developer/call/{api_id}';
    const parameters: { in: string; name: string }[] = Object(json).paths[path].post.parameters;
    const named = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
    expect(named).toContain('Idempotency-Key');
    const { headers } = await ask(path.replace('{api_id}', 'scripted'), { method: 'OPTIONS' });
    expect(headers['access-control-allow-headers']?.split(', ')).toEqual(expect.arrayContaining(named));
  });

  it('describes the endpoints of the contract, in OpenAPI 3.1', async () => {
    const { status, json } = await ask('/openapi.json');
    expect(status).toBe(200);
    expect(json).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' }, security: [] });
    const paths = Object.entries<Record<string, unknown>>(Object(json).paths).map(([path, item]) => [
      path,
      Object.keys(item),
    ]);
    expect(paths).toEqual([
      ['/api/product/list', ['get']],
      ['/api/product/info', ['get']],
      ['/api/product/playground', ['get']],
      ['/api/product/prices/{api_id}', ['get']],
      ['/api/product/credits/required/{api_id}', ['post']],
      ['/api/product/developer/call/{api_id}', ['post']],
      ['/api/catalogue', ['get']],
      ['/api/approvals', ['get', 'post']],
      ['/api/calls', ['get']],
      ['/api/calls/refused', ['get']],
      ['/api/calls/{call_id}', ['get']],
      ['/api/calls/{call_id}/input', ['get', 'delete']],
      ['/api/replies/{call_id}', ['get']],
      ['/api/credits', ['get']],
      ['/api/usage', ['get']],
      ['/api/usage/refused', ['get']],
      ['/api/receipt-key', ['get']],
      ['/api/session', ['get', 'post', 'delete']],
      ['/api/sessions', ['get', 'delete']],
      ['/api/sessions/{session_id}', ['delete']],
      ['/api/setup', ['post']],
      ['/api/password', ['post']],
      ['/api/link', ['post']],
      ['/api/keys', ['get', 'post']],
      ['/api/keys/{key_id}', ['patch', 'delete']],
      ['/api/keys/{key_id}/rotate', ['post', 'delete']],
      ['/api/person', ['patch']],
      ['/api/person/address', ['post']],
      ['/api/address', ['post']],
      ['/api/person/erasure', ['post']],
      ['/api/person/export', ['get']],
      ['/api/session/confirmation', ['get', 'post']],
      ['/api/session/mail-code', ['post']],
      ['/api/session/passkey', ['post']],
      ['/api/passkeys', ['get', 'post']],
      ['/api/passkeys/options', ['post']],
      ['/api/passkeys/{passkey_id}', ['delete']],
      ['/api/second-factor', ['get', 'post', 'delete']],
      ['/api/identities', ['get']],
      ['/api/identities/{identity_id}', ['delete']],
      ['/api/oidc/{issuer}', ['post']],
      ['/api/oidc/callback/{issuer}', ['get']],
      ['/api/registration', ['post']],
      ['/api/accounts', ['get']],
      ['/api/session/account', ['post']],
      ['/api/account', ['patch']],
      ['/api/members', ['get']],
      ['/api/members/{person_id}', ['post', 'delete']],
      ['/api/members/invitations', ['get', 'post']],
      ['/api/members/invitations/{invitation_id}', ['delete']],
      ['/api/invitation', ['post']],
      ['/api/join', ['post']],
      ['/api/alerts', ['get', 'post']],
      ['/api/alerts/{alert_id}', ['patch', 'delete']],
      ['/api/authorizations', ['get', 'post']],
      ['/api/webhooks', ['get', 'post']],
      ['/api/webhooks/{webhook_id}', ['get', 'post', 'patch', 'delete']],
      ['/api/webhooks/{webhook_id}/deliveries', ['post']],
      ['/api/webhooks/{webhook_id}/deliveries/{delivery_id}', ['post']],
      ['/api/pages', ['get']],
      ['/api/pages/{slug}', ['get']],
      ['/api/terms', ['get', 'post']],
      ['/api/operator/accounts', ['get', 'post']],
      ['/api/operator/accounts/{account_id}', ['get']],
      ['/api/operator/accounts/{account_id}/usage', ['get']],
      ['/api/operator/accounts/{account_id}/activity', ['get']],
      ['/api/operator/accounts/{account_id}/usage/refused', ['get']],
      ['/api/operator/accounts/{account_id}/calls/refused', ['get']],
      ['/api/operator/accounts/{account_id}/suspension', ['post']],
      ['/api/operator/accounts/{account_id}/closure', ['post']],
      ['/api/operator/accounts/{account_id}/name', ['post']],
      ['/api/operator/accounts/{account_id}/caps', ['post']],
      ['/api/operator/accounts/{account_id}/see-as', ['post']],
      ['/api/operator/see-as/end', ['post']],
      ['/api/operator/accounts/{account_id}/invitations', ['post']],
      ['/api/operator/accounts/{account_id}/invitations/{invitation_id}/withdrawal', ['post']],
      ['/api/operator/accounts/{account_id}/keys', ['post']],
      ['/api/operator/accounts/{account_id}/keys/{key_id}/revocation', ['post']],
      ['/api/operator/grants', ['post']],
      ['/api/operator/people', ['get', 'post']],
      ['/api/operator/people/{person_id}', ['get']],
      ['/api/operator/people/{person_id}/role', ['post']],
      ['/api/operator/people/{person_id}/name', ['post']],
      ['/api/operator/people/{person_id}/address', ['post']],
      ['/api/operator/people/{person_id}/sign-out', ['post']],
      ['/api/operator/people/{person_id}/factor-reset', ['post']],
      ['/api/operator/people/{person_id}/export', ['get']],
      ['/api/operator/people/{person_id}/erasure', ['post']],
      ['/api/operator/people/{person_id}/password-link', ['post']],
      ['/api/operator/overview', ['get']],
      ['/api/operator/first-steps', ['get']],
      ['/api/operator/overview/dismissals', ['post']],
      ['/api/operator/keys', ['get']],
      ['/api/operator/keys/{key_id}', ['get']],
      ['/api/operator/entries', ['get']],
      ['/api/operator/calls', ['get']],
      ['/api/operator/imports', ['get', 'post']],
      ['/api/operator/imports/document', ['post']],
      ['/api/operator/imports/{import_id}', ['get']],
      ['/api/operator/imports/{import_id}/operations', ['get']],
      ['/api/operator/imports/{import_id}/operations/{position}', ['get']],
      ['/api/operator/imports/{import_id}/choices', ['post']],
      ['/api/operator/imports/{import_id}/products', ['post']],
      ['/api/operator/products', ['get']],
      ['/api/operator/products/{slug}', ['get']],
      ['/api/operator/products/{slug}/releases', ['get', 'post']],
      ['/api/operator/products/{slug}/releases/{number}', ['get']],
      ['/api/operator/products/{slug}/check', ['post']],
      ['/api/operator/products/{slug}/backtest', ['post']],
      ['/api/operator/products/{slug}/try', ['post']],
      ['/api/operator/products/{slug}/owner', ['post']],
      ['/api/operator/products/{slug}/status', ['post']],
      ['/api/operator/products/{slug}/archive', ['post']],
      ['/api/operator/products/{slug}/restoration', ['post']],
      ['/api/operator/products/{slug}/deletion', ['post']],
      ['/api/operator/plans', ['get']],
      ['/api/operator/products/{slug}/plans', ['get']],
      ...['approval', 'moment', 'withdrawal', 'return'].map((change) => [
        `/api/operator/products/{slug}/plans/{plan}/${change}`,
        ['post'],
      ]),
      ['/api/operator/products/{slug}/drafts', ['get', 'post']],
      ['/api/operator/products/{slug}/drafts/{number}', ['get', 'post']],
      ['/api/operator/products/{slug}/drafts/{number}/deletion', ['post']],
      ['/api/operator/products/{slug}/price-preview', ['post']],
      ['/api/operator/products/{slug}/backtests', ['get', 'post']],
      ['/api/operator/products/{slug}/backtests/{number}', ['get']],
      ['/api/operator/products/{slug}/backtests/{number}/accounts', ['get']],
      ['/api/operator/products/{slug}/backtests/{number}/stop', ['post']],
      ['/api/operator/apis', ['get']],
      ['/api/operator/apis/{slug}', ['get']],
      ['/api/operator/apis/{slug}/document', ['post']],
      ['/api/operator/apis/{slug}/looks', ['post']],
      ['/api/operator/apis/{slug}/archive', ['post']],
      ['/api/operator/apis/{slug}/restoration', ['post']],
      ['/api/operator/apis/{slug}/deletion', ['post']],
      ['/api/operator/tags', ['get', 'post']],
      ['/api/operator/tags/{kind}/{slug}', ['post']],
      ['/api/operator/tags/{kind}/{slug}/reset', ['post']],
      ['/api/operator/tags/{kind}/{slug}/merge', ['post']],
      ['/api/operator/tag-orders/{kind}', ['post']],
      ['/api/operator/featured', ['get', 'post']],
      ['/api/operator/credentials', ['get']],
      ['/api/operator/credentials/{name}', ['get', 'post']],
      ['/api/operator/credentials/{name}/test', ['post']],
      ['/api/operator/credentials/{name}/restoration', ['post']],
      ['/api/operator/credentials/{name}/revocation', ['post']],
      ['/api/operator/upstreams', ['get', 'post']],
      ['/api/operator/upstreams/removal', ['post']],
      ['/api/operator/products/{slug}/visibility', ['post']],
      ['/api/operator/products/{slug}/terms', ['post']],
      ['/api/operator/acceptances', ['get']],
      ['/api/operator/products/{slug}/access', ['get', 'post']],
      ['/api/operator/products/{slug}/access/{account_id}/withdrawal', ['post']],
      ['/api/operator/accounts/{account_id}/access', ['get']],
      ['/api/operator/requests', ['get']],
      ['/api/operator/requests/{request_id}/decision', ['post']],
      ['/api/operator/portal', ['get', 'post']],
      ['/api/operator/pages', ['get', 'post']],
      ['/api/operator/pages/{slug}', ['get']],
      ['/api/operator/pages/{slug}/versions', ['get', 'post']],
      ['/api/operator/pages/{slug}/versions/{number}', ['get']],
      ['/api/operator/pages/{slug}/deletion', ['post']],
      ['/api/operator/audit', ['get']],
      ['/api/operator/audit/export', ['get']],
      ['/api/operator/mails', ['get']],
      ['/api/operator/mails/{mail_id}', ['get']],
      ['/api/operator/mails/{mail_id}/retry', ['post']],
      ['/api/operator/settings', ['get']],
      ['/api/health', ['get']],
      ['/api/ready', ['get']],
      ['/api/operator/backups', ['get', 'post']],
      ['/api/operator/backups/{name}/restoration', ['post']],
      ['/metrics', ['get']],
    ]);
    expect(Object(json).paths['/api/product/info'].get.parameters).toMatchObject([
      { name: 'id', in: 'query', required: true },
    ]);
    expect(Object.keys(Object(json).components.schemas).filter((name) => !/^[A-Z]/.test(name))).toEqual([]);
  });

  it('can be imported by the portal itself, without a loss in its schemas', async () => {
    const result = importDocument((await ask('/openapi.json')).text);
    const operations = result.ok ? result.operations : [];
    expect(operations.length).toBeGreaterThan(5);
    expect(operations.filter(({ imported }) => !imported)).toEqual([]);
    const losses = operations.flatMap((operation) => operation.losses);
    expect(losses.filter(({ pointer }) => pointer.startsWith('/components'))).toEqual([]);
  });
});

describe('/problems/{code}', () => {
  it('every code is explained', async () => {
    for (const [code, { title }] of Object.entries(problems)) {
      const { status, text } = await send(`/problems/${code}.md`, 'GET', {});
      expect([code, status]).toEqual([code, 200]);
      expect(text).toContain(title);
    }
    const page = await send('/problems/over-cap', 'GET', {});
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain(problems['over-cap'].title);
  });

  it('knows no other codes', async () => {
    expect((await send('/problems/nope', 'GET', {})).status).toBe(404);
  });
});
