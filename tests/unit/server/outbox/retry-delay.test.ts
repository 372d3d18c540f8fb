import { describe, expect, it } from 'vitest';
import { mailRetries } from '../../../../server/mail/deliver-mail.ts';
import { retryDelayMs } from '../../../../server/outbox/run-outbox.ts';
import { webhookRetries } from '../../../../server/webhooks/deliver-event.ts';

const plan = { firstMs: 1_000, longestMs: 10_000, attempts: 7 };
const hour = 3_600_000;

describe('a retry', () => {
  it('comes later each time, up to a limit, and then no more', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => retryDelayMs(plan, attempt, 0));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, undefined, undefined]);
  });

  it('comes up to a fifth earlier', () => {
    expect(retryDelayMs(plan, 1, 0.5)).toBe(900);
    expect(retryDelayMs(plan, 1, 0.999_999)).toBe(800);
  });

  it.each([
    ['a mail', mailRetries, 24],
    ['a webhook', webhookRetries, 72],
  ])('of %s comes within %o of %i hours', (_what, retries, hours) => {
    const pauses = Array.from({ length: retries.attempts - 1 }, (_, index) =>
      retryDelayMs(retries, index + 1, 0),
    );
    const sum = pauses.reduce<number>((total, pause) => total + (pause ?? 0), 0);
    expect(sum).toBeLessThanOrEqual(hours * hour);
    expect(sum).toBeGreaterThan(0.7 * hours * hour);
  });
});
