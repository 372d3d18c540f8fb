import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readStandardInput } from '../../../cli/print.ts';

const bounds = { mostBytes: 10, tooLarge: 'Too large.', seconds: 0.1 };

test('standard input is read to its end', async () => {
  const input = new PassThrough();
  input.write('some ');
  input.end('bytes');
  expect((await readStandardInput(bounds, input)).toString()).toBe('some bytes');
});

test('standard input without an end is refused for its bytes', async () => {
  const input = new PassThrough();
  input.write('more than ten bytes');
  await expect(readStandardInput(bounds, input)).rejects.toThrow('Too large.');
});

test('standard input that says nothing is refused once its time is up', async () => {
  await expect(readStandardInput(bounds, new PassThrough())).rejects.toThrow(
    'Standard input did not end within 0.1 seconds.',
  );
});
