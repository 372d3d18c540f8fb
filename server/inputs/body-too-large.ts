import { Problem } from '../../lib/problem/problem.ts';

export function bodyTooLarge({ limitBytes }: { limitBytes: number }): Problem {
  return new Problem('body-too-large', `The body is larger than the limit of ${limitBytes} bytes.`);
}
