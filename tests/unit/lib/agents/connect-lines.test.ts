import { describe, expect, it } from 'vitest';
import { agentAddress, connectLines } from '../../../../lib/agents/connect-lines.ts';

const portal = { url: 'https://apis.example.com', products: ['qr-code', 'weather'] };
const address = 'https://apis.example.com/mcp?products=qr-code,weather';
const textFor = (client: string, key?: string, where = portal) =>
  connectLines(where, key).find((lines) => lines.client === client)?.text ?? '';

describe('the lines that connect an agent', () => {
  it('have an address with the products as tools of their own', () => {
    expect(agentAddress(portal)).toBe(address);
    expect(agentAddress({ ...portal, products: [] })).toBe('https://apis.example.com/mcp');
    expect(agentAddress({ ...portal, products: ['a"b&c'] })).toMatch(/\?products=a%22b%26c$/);
  });

  it('are a command for Claude Code', () => {
    expect(textFor('Claude Code', 'fb_1')).toBe(
      `claude mcp add --transport http farebox "${address}" --header "Authorization: Bearer fb_1"`,
    );
  });

  it('are TOML for Codex', () => {
    expect(textFor('Codex', 'fb_1').split('\n')).toEqual([
      '[mcp_servers.farebox]',
      `url = "${address}"`,
      'http_headers = { "Authorization" = "Bearer fb_1" }',
    ]);
  });

  const server = { url: address, headers: { Authorization: 'Bearer fb_1' } };
  it.each([
    ['Cursor', { mcpServers: { farebox: server } }],
    ['VS Code', { servers: { farebox: { type: 'http', ...server } } }],
    [
      'mcp-remote',
      {
        mcpServers: {
          farebox: {
            command: 'npx',
            args: ['-y', 'mcp-remote', address, '--header', 'Authorization:${FAREBOX_AUTHORIZATION}'],
            env: { FAREBOX_AUTHORIZATION: 'Bearer fb_1' },
          },
        },
      },
    ],
  ])('are JSON for %s', (client, expected) => {
    expect(JSON.parse(textFor(client, 'fb_1'))).toEqual(expected);
  });

  it('are the address of a sign-in for clients that send no key', () => {
    for (const client of ['claude.ai', 'ChatGPT']) {
      expect(textFor(client, 'fb_1')).toBe(`${address}&sign-in=1`);
      expect(textFor(client, undefined, { ...portal, products: [] })).toBe(
        'https://apis.example.com/mcp?sign-in=1',
      );
    }
  });

  it('open Cursor and VS Code with the same server', () => {
    const installOf = (client: string) =>
      new URL(connectLines(portal, 'fb_1').find((lines) => lines.client === client)?.install ?? '');
    const cursor = installOf('Cursor').searchParams;
    expect([cursor.get('name'), JSON.parse(atob(cursor.get('config') ?? ''))]).toEqual(['farebox', server]);
    const code: unknown = JSON.parse(decodeURIComponent(installOf('VS Code').search.slice(1)));
    expect(code).toEqual({ name: 'farebox', type: 'http', ...server });
  });

  it('have the key in the lines of each SDK and of Gemini', () => {
    expect(JSON.parse(textFor('Gemini CLI', 'fb_1'))).toEqual({
      mcpServers: { farebox: { httpUrl: address, headers: server.headers } },
    });
    for (const client of ['TypeScript', 'Python']) expect(textFor(client, 'fb_1')).toContain('"Bearer fb_1"');
  });

  it('let mcp-remote use an address without TLS', () => {
    expect(textFor('mcp-remote', 'fb_1', { url: 'http://10.0.0.7:3000', products: [] })).toContain(
      '--allow-http',
    );
  });

  it('name no credential for a guest', () => {
    for (const { text } of connectLines(portal, undefined)) {
      expect(text).toContain(address);
      expect(text).not.toMatch(/bearer|authorization/i);
    }
  });
});
