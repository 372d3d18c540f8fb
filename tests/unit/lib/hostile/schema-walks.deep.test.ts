import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../setup/cpu-ms.ts';
import { endedAfter } from './ended-after.ts';
import { hostileSchemas } from './hostile-schemas.ts';
import { schemaWalks } from './schema-walks.ts';

/** Ten times what the slowest takes; what grows with the depth or the square of the schema takes minutes. */
const mostCpuMs = 1_500;
const timeoutMs = 15_000;

describe.each(hostileSchemas)('$what', (hostile) => {
  test.each(Object.entries(schemaWalks))('%s takes bounded time', (_name, walk) => {
    expect(cpuMs(() => endedAfter(timeoutMs, () => walk(hostile)))).toBeLessThan(mostCpuMs);
  });
});
