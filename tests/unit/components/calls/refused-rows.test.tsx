import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RefusedRows } from '../../../../components/calls/refused-tables.tsx';

it('what a caller sent is shown as HTML can have it, so that the page hydrates', () => {
  const call = {
    ...{
      at: '2026-01-01T00:00:00.000Z',
      requestId: 'r',
      problem: 'validation',
      title: 'Validation',
      status: 422,
    },
    ...{ product: null, key: null, person: null },
    detail: 'There is no field "a\0b\ud800".',
  };
  const html = renderToStaticMarkup(<RefusedRows calls={[call]} />);
  expect(html).toContain('a\ufffdb\ufffd');
  expect(html).not.toMatch(/[\0\p{Cs}]/u);
});
