import { command } from '../command.ts';
import { Refusal } from '../refusal.ts';

export const move = command('move', {
  summary: 'Move the data folder into an empty PostgreSQL database',
  description: `Copy all data of the folder into an empty PostgreSQL database, and verify the copy: the rows of each table, the balance of each purse, the whole ledger, and a thousand receipts.

From the start of the move the portal refuses calls and changes, which costs nobody anything; its pages can be read. A move that was cut off goes on with the same command. When it is complete, start the portal with DATABASE_URL and the same secret. The folder then refuses all changes.`,
  examples: ['move --to postgres://farebox:PASSWORD@db.example:5432/farebox', 'move --cancel'],
})
  .option('--to <ADDRESS>', 'The database, as in DATABASE_URL')
  .option('--cancel', 'End a move that is not complete: the portal on the folder takes calls again')
  .action(async ({ to, cancel = false }) => {
    if ((to === undefined) !== cancel) throw new Refusal('Expected either --to ADDRESS or --cancel.');
    const { cancelPortalMove, movePortal } = await import('../move-portal.ts');
    await (to === undefined ? cancelPortalMove() : movePortal(to));
  });
