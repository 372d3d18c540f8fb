import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { farebox } from '../../setup/farebox.ts';
import { entryText, writeCatalogue } from './catalogue-folder.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'farebox-streams-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const operation = (status: string, type: string) => `operation:
  server: { url: 'https://api.example.com' }
  method: get
  path: /a
  parameters:
    - { name: width, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 100 }, example: 10 }
  responses:
    '200': { content: { application/json: {} } }
    '${status}': { content: { '${type}': {} } }`;
const streams = operation('206', 'text/event-stream; charset=utf-8');
const open = 'charges: { timeout: quoted }';
const warning =
  /Warnings\n {2}a {2}The response may be a stream, and a caller who disconnects .* set clientGone/;

async function applied(name: string, changes: Record<string, string>): Promise<string> {
  const folder = join(home, name);
  await writeCatalogue(folder, { 'a.yaml': entryText('a', changes) });
  const { code, stdout, stderr } = await farebox(join(home, 'data'), ['apply', folder, '--dry-run']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe('a streamed product that leaves clientGone open is warned of at apply', () => {
  test.each([
    ['no charge table', { operation: streams }],
    ['a table without it', { operation: streams, charges: open }],
    ['a default reply that streams', { operation: operation('default', 'text/event-stream') }],
  ])('%s', async (name, changes) => {
    expect(await applied(name, changes)).toMatch(warning);
  });

  test.each([
    ['settled', { operation: streams, charges: 'charges: { clientGone: settled }' }],
    ['nothing, which is meant', { operation: streams, charges: 'charges: { clientGone: nothing }' }],
    ['a refusal that streams', { operation: operation('400', 'text/event-stream') }],
    ['no stream', { operation: operation('201', 'text/plain') }],
  ])('and not one with %s', async (name, changes) => {
    expect(await applied(name, changes)).not.toContain('Warnings');
  });

  test('again when nothing changes', async () => {
    const folder = join(home, 'twice');
    await writeCatalogue(folder, { 'a.yaml': entryText('a', { operation: streams }) });
    const outputs: string[] = [];
    for (let time = 0; time < 2; time += 1)
      outputs.push((await farebox(join(home, 'data-twice'), ['apply', folder])).stdout);
    expect(outputs[0]).toContain('Done.');
    expect(outputs[1]).toContain('Nothing to do.');
    for (const output of outputs) expect(output).toMatch(warning);
  });

  test('and none of the shipped catalogue', async () => {
    const { code, stdout } = await farebox(join(home, 'data-shipped'), ['apply', 'catalogue', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toContain('text-generation');
    expect(stdout).not.toContain('Warnings');
  });
});
