import type { Operation } from './operation.ts';

/** The server of an operation, with variables or their defaults. */
export function serverAddress({ server }: Operation, variables: Record<string, string> = {}): string {
  return server.url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    return variables[name] ?? server.variables?.[name]?.default ?? whole;
  });
}

/** Why the server cannot be called, as a sentence; undefined if it can. */
export function serverProblem(operation: Operation): string | undefined {
  const address = serverAddress(operation);
  const expected =
    'Expected a server with a complete address, such as https://api.example.com, for a product that is online';
  if (!URL.canParse(address) || address.includes('{'))
    return `${expected}; found ${JSON.stringify(address)}.`;
  const { protocol, username, password } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return `${expected}; found ${JSON.stringify(address)}.`;
  if (username !== '' || password !== '')
    return 'Expected a server address without a user name and a password in it.';
  return undefined;
}
