import { expect, test } from 'vitest';
import { answerFile } from '../../../../../lib/view/reply/download-name.ts';

const response = (status: string, ...types: string[]) => ({
  status,
  content: types.map((contentType) => ({ contentType })),
});

test.each<[string, ReturnType<typeof response>[], string | undefined]>([
  ['a picture', [response('200', 'image/png')], 'qr-code.png'],
  [
    'a PDF, with an error as JSON',
    [response('200', 'application/pdf'), response('400', 'application/json')],
    'qr-code.pdf',
  ],
  ['any picture', [response('2XX', 'image/*')], 'qr-code.bin'],
  ['JSON or a picture', [response('200', 'image/png', 'application/vnd.api+json')], undefined],
  ['text', [response('200', 'text/csv; charset=utf-8')], undefined],
  ['a drawing as text', [response('200', 'image/svg+xml')], 'qr-code.svg'],
  ['nothing described', [], undefined],
])('%s', (_what, responses, file) => {
  expect(answerFile('qr-code', responses)).toBe(file);
});
