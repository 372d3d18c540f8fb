import { describe, expect, test } from 'vitest';
import { commandsOn } from '../../setup/run-farebox.ts';
import { appliedFolders } from './applied-folders.ts';
import { entryText, writeCatalogue } from './catalogue-folder.ts';

const { at, apply } = appliedFolders();
const { done } = commandsOn(() => at('data'));

const operation = (status: string, type: string) => `operation:
  server: { url: 'https://api.example.com' }
  method: get
  path: /a
  parameters:
    - { name: width, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 100 }, example: 10 }
  responses:
    '200': { content: { application/json: {} } }
    '${status}': { content: { '${type}': {} } }`;
const withServer = (url: string) => operation('201', 'text/plain').replace('https://api.example.com', url);
const streams = operation('206', 'text/event-stream; charset=utf-8');
const open = 'charges: { timeout: quoted }';
const warning =
  /Warnings\n {2}a {2}The response may be a stream, and a caller who disconnects .* set clientGone/;

const write = (changes: Record<string, string>) =>
  writeCatalogue(at('mine'), { 'a.yaml': entryText('a', changes) });

describe('a streamed product that leaves clientGone open is warned of at apply', () => {
  test.each([
    ['no charge table', { operation: streams }],
    ['a table without it', { operation: streams, charges: open }],
    ['a default reply that streams', { operation: operation('default', 'text/event-stream') }],
  ])('%s', async (_name, changes) => {
    await write(changes);
    expect(await apply('mine', { dryRun: true })).toMatch(warning);
  });

  test.each([
    ['settled', { operation: streams, charges: 'charges: { clientGone: settled }' }],
    ['nothing, which is meant', { operation: streams, charges: 'charges: { clientGone: nothing }' }],
    ['a refusal that streams', { operation: operation('400', 'text/event-stream') }],
    ['no stream', { operation: operation('201', 'text/plain') }],
  ])('and not one with %s', async (_name, changes) => {
    await write(changes);
    expect(await apply('mine', { dryRun: true })).not.toContain('Warnings');
  });

  test('again when nothing changes', async () => {
    await write({ operation: streams });
    expect(await apply('mine')).toMatch(warning);
    const again = await apply('mine');
    expect(again).toContain('Nothing to do.');
    expect(again).toMatch(warning);
  });

  test('and none of the shipped catalogue', async () => {
    const said = await done('apply', 'catalogue', '--dry-run');
    expect(said).toContain('text-generation');
    expect(said).not.toContain('Warnings');
  });
});

describe('a product that goes online at a host that nobody has is warned of at apply', () => {
  test.each([
    ['https://upstream.invalid', 'upstream.invalid'],
    ['http://api.example:8080/v1', 'api.example'],
    ['https://Shop.TEST', 'shop.test'],
  ])('%s', async (url, host) => {
    await write({ operation: withServer(url), status: 'status: online' });
    expect(await apply('mine', { dryRun: true })).toContain(
      `Warnings\n  a  Its calls fail: operation.server.url has the host ${host}, a reserved name`,
    );
  });

  test.each([
    ['https://api.example.com', 'online'],
    ['https://test.example.com', 'online'],
    ['https://upstream.invalid', 'offline'],
  ])('and not %s that is %s', async (url, status) => {
    await write({ operation: withServer(url), status: `status: ${status}` });
    expect(await apply('mine', { dryRun: true })).not.toContain('Warnings');
  });
});
