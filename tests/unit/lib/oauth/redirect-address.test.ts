import { describe, expect, it } from 'vitest';
import { fitsRedirect, isRedirectAddress, placeOfRedirect } from '../../../../lib/oauth/redirect-address.ts';

describe('a redirect address', () => {
  it.each([
    ['https://agent.example/cb', true],
    ['https://agent.example/cb?a=b', true],
    ['http://127.0.0.1:8080/cb', true],
    ['http://[::1]/cb', true],
    ['http://localhost/cb', true],
    ['http://agent.example/cb', false],
    ['http://127.0.0.1.agent.example/cb', false],
    ['https://agent.example/cb#', false],
    ['https://agent.example/cb#part', false],
    ['https://user@agent.example/cb', false],
    ['cursor://anysphere.cursor-mcp/oauth/callback', true],
    ['com.example.app:/cb', true],
    ['javascript://agent.example/%0aalert(1)', false],
    ['JavaScript:/alert(1)', false],
    [' java\nscript:/alert(1)', false],
    ['blob:https://agent.example/x', false],
    ['file:///etc/passwd', false],
    ['vbscript://x', false],
    ['about://blank', false],
    ['view-source://agent.example/', false],
    ['intent://agent.example/#Intent;end', false],
    ['ms-msdt:/id', false],
    ...['mhtml', 'res', 'feed', 'wscript', 'chrome-extension', 'moz-extension', 'microsoft-edge'].map(
      (scheme): [string, boolean] => [`${scheme}://agent.example/`, false],
    ),
    ['search-ms://query', false],
    ['wss://agent.example/', false],
    ['cursor://user@agent/cb', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['agent:cb', false],
    ['/cb', false],
    [`https://agent.example/${'x'.repeat(2_000)}`, false],
  ])('%s: %s', (address, expected) => {
    expect(isRedirectAddress(address)).toBe(expected);
  });

  it.each([
    ['https://agent.example/cb', 'https://agent.example/cb', true],
    ['https://agent.example/cb', 'https://agent.example/cb/', false],
    ['https://agent.example/cb', 'https://agent.example/CB', false],
    ['https://agent.example/cb', 'https://agent.example:444/cb', false],
    ['https://agent.example/cb', 'https://agent.example/cb?a=b', false],
    ['https://agent.example/cb', 'https://agent.example/x/../cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:3333/cb', true],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:3333/cb', true],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:3333/cb?a=b', false],
    ['http://127.0.0.1/cb', 'http://localhost:3333/cb', false],
    ['http://127.0.0.1/cb', 'https://127.0.0.1/cb', false],
    ['http://agent.example/cb', 'http://agent.example/cb', false],
    ['cursor://agent/cb', 'cursor://agent/cb', true],
    ['cursor://agent/cb', 'cursor://agent:1/cb', false],
    ['cursor://agent/cb', 'Cursor://agent/cb', false],
  ])('of a client with %s, %s: %s', (known, given, expected) => {
    expect(fitsRedirect(given, [known])).toBe(expected);
  });

  it.each([
    ['https://agent.example/cb', 'agent.example'],
    ['http://127.0.0.1:8080/cb', '127.0.0.1:8080'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp'],
    ['com.example.app:/cb', 'com.example.app:'],
  ])('%s is shown to a person as %s', (address, place) => {
    expect(placeOfRedirect(address)).toBe(place);
  });
});
