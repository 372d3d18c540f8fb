import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Context } from './context.ts';

export const healthResult = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'Health', description: 'The portal responds.' });

/** Whether a new start of the process could mend something. Whether it can take calls: `readiness`. */
export async function health({ store, pages }: Context): Promise<z.output<typeof healthResult>> {
  try {
    await store.probe();
  } catch (error) {
    log('error', 'database-unreachable', { error: errorText(error) });
    throw new Problem('unavailable', 'The database does not respond.', [], { 'retry-after': '5' });
  }
  try {
    await pages.check();
  } catch (error) {
    log('error', 'pages-unreachable', { error: errorText(error) });
    throw new Problem('unavailable', 'The pages do not respond.', [], { 'retry-after': '5' });
  }
  return { status: 'ok' };
}
