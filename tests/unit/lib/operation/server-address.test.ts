import { expect, test } from 'vitest';
import { serverAddress, serverProblem } from '../../../../lib/operation/operation.ts';

const operation = (url: string, variables?: Record<string, { default: string }>) => {
  return { server: { url, ...(variables && { variables }) }, method: 'get' as const, path: '/' };
};

test('variables take what is given, else their default', () => {
  const toolbox = operation('http://127.0.0.1:{port}/{base}', {
    port: { default: '4010' },
    base: { default: 'v1' },
  });
  expect(serverAddress(toolbox)).toBe('http://127.0.0.1:4010/v1');
  expect(serverAddress(toolbox, { port: '5000' })).toBe('http://127.0.0.1:5000/v1');
});

test.each([
  ['https://api.example.com/v1', undefined],
  ['/api', 'found "/api"'],
  ['https://{tenant}/', 'found "https://{tenant}/"'],
  ['ftp://example.com', 'found "ftp://example.com"'],
  ['https://user:word@example.com', 'without a user name'],
])('%s', (url, problem) => {
  const found = serverProblem(operation(url));
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});
