import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';

export async function closeSession(context: Context, hash: string): Promise<void> {
  await writeChange(context, 'close-session', { hash });
}
