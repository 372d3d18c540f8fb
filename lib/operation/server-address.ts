import type { Operation } from './operation.ts';

/** The server of an operation, with its variables as given or else at their defaults. */
export function serverAddress({ server }: Operation, variables: Record<string, string> = {}): string {
  return server.url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    return variables[name] ?? server.variables?.[name]?.default ?? whole;
  });
}

/** Why nobody could call an operation there, as a sentence; undefined where the address can be dialled. */
export function serverProblem(operation: Operation): string | undefined {
  const address = serverAddress(operation);
  const expected =
    'Expected a server with a whole address, such as https://api.example.com, for a product that is online';
  if (!URL.canParse(address) || address.includes('{'))
    return `${expected}; found ${JSON.stringify(address)}.`;
  const { protocol, username, password } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return `${expected}; found ${JSON.stringify(address)}.`;
  if (username !== '' || password !== '')
    return 'Expected a server address without a user name and a password in it.';
  return undefined;
}
