// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionOptions } from '../../components/keys/session-options.ts';
import { catalogueFoundOptions, recentCallsOptions } from '../../components/palette/palette-queries.ts';
import { useTargets } from '../../components/palette/use-targets.ts';
import { guestSession } from '../../lib/account/session.ts';

const qrCode = { slug: 'qr-code', name: 'QR code', provider: { name: 'node-qrcode' } };

function found(words: string, operator = false): string[] {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(catalogueFoundOptions(words).queryKey, { list: [qrCode] });
  client.setQueryData(recentCallsOptions().queryKey, { list: [] });
  client.setQueryData(sessionOptions().queryKey, { ...guestSession, operator });
  const { result } = renderHook(() => useTargets(words), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return result.current.groups.flatMap(({ targets }) => targets.map(({ name }) => name));
}

it.each([
  ['calls', ['Calls', 'QR code']],
  ['Mem', ['Members', 'QR code']],
  ['agent', ['QR code', 'Connect an agent']],
  ['qr', ['QR code']],
  ['ca', ['QR code', 'Catalogue', 'Calls']],
])('finds for “%s” the page first whose name begins so: %j', (words, names) => {
  expect(found(words)).toEqual(names);
});

it('knows the console of operators alone', () => {
  expect([found('oper', true), found('oper')]).toEqual([['Operator', 'QR code'], ['QR code']]);
});
