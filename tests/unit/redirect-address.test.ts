import { describe, expect, it } from 'vitest';
import { fitsRedirect, isRedirectAddress } from '../../lib/oauth/redirect-address.ts';

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
  ])('of a client with %s, %s: %s', (known, given, expected) => {
    expect(fitsRedirect(given, [known])).toBe(expected);
  });
});
