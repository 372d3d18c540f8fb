import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { connectWriter } from '../control/connect-writer.ts';
import type { Move, movePayload } from '../store/move/move-state.ts';
import { LeaseHeld } from '../store/sqlite/lease.ts';
import { openOwnStore } from '../store/sqlite/open-own-store.ts';
import type { MoveSource } from '../store/move/source.ts';

/** Takes a step of the move through the portal that runs on the folder, or else as the only process on it. */
export async function changeMove(
  dataFolder: string,
  step: z.output<typeof movePayload>,
): Promise<Move | null> {
  const portal = await connectWriter(dataFolder);
  const { writer, close } = portal
    ? { writer: portal, close: () => portal.close() }
    : await openOwnStore(dataFolder);
  try {
    return await writer.run('move', step);
  } finally {
    await close();
  }
}

const lookEveryMs = 250;

/** Resolves when no call is open. Open calls of a portal that has ended become unknown, at no cost. */
export async function untilNoCallIsOpen(
  dataFolder: string,
  source: MoveSource,
  tell: (open: number) => void,
): Promise<void> {
  for (let open = source.openCalls(); open > 0; open = source.openCalls()) {
    tell(open);
    if (!(await resolveLost(dataFolder))) await setTimeout(lookEveryMs);
  }
}

/** False if a portal runs on the folder, which ends its calls itself. */
async function resolveLost(dataFolder: string): Promise<boolean> {
  const portal = await connectWriter(dataFolder);
  await portal?.close();
  if (portal) return false;
  try {
    const store = await openOwnStore(dataFolder);
    await store.ledger.recover(Date.now());
    await store.close();
    return true;
  } catch (error) {
    // It is starting, and resolves them now.
    if (error instanceof LeaseHeld) return false;
    throw error;
  }
}
