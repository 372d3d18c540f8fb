import { expect, it } from 'vitest';
import { EventUsage } from '../../../../server/calls/dial-call.ts';

const chunkBytes = 300_000;

it('an event that is too long to be looked into does not hide the use that comes after it', () => {
  const usage = new EventUsage();
  const event = `data: ${'x'.repeat(3_000_000)}\n\n`;
  for (let at = 0; at < event.length; at += chunkBytes)
    usage.read(Buffer.from(event.slice(at, at + chunkBytes)));
  expect(usage.use()).toBeUndefined();
  usage.read(Buffer.from('data: {"usage":{"used":2}}\n\n'));
  expect(usage.use()?.usage).toEqual({ used: 2 });
});
