import { z } from 'zod';
import { nextPage, reason, requiredReason } from './accounts.ts';

/** The body of `POST /api/operator/backups`. */
export const backupBody = z.strictObject({ reason });

/** The body of `POST /api/operator/backups/{name}/restoration`. */
export const restorationBody = z.strictObject({ reason: requiredReason });

export const askedRestoration = z.strictObject({ id: z.string() }).meta({
  id: 'AskedRestoration',
  description: 'The portal stops when its requests have ended, goes back to the backup, and starts again.',
});

export const startedBackup = z.strictObject({ name: z.string() }).meta({
  id: 'StartedBackup',
  description: 'It is made meanwhile: ask for the list.',
});

const machine = z.string().meta({ description: 'The name of the machine that has the file.' });

/** The response of `GET /api/operator/backups`. */
export const backupList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        name: z.string(),
        file: z.string().nullable().meta({ description: 'Its path. Null on another machine.' }),
        machine,
        kind: z.enum(['backup', 'before-update']).meta({
          description: '`before-update`: made by the portal before it updated its data.',
        }),
        bytes: z.int().min(0),
        madeAt: z.iso.datetime(),
      }),
    ),
    running: z
      .strictObject({
        name: z.string(),
        machine,
        startedAt: z.iso.datetime(),
        bytes: z.int().min(0).meta({ description: 'How much is written.' }),
        of: z.int().nullable().meta({ description: 'How large the data is. Null where nobody knows.' }),
      })
      .nullable(),
    failure: z
      .strictObject({ at: z.iso.datetime(), machine, problem: z.string() })
      .nullable()
      .meta({ description: 'Of the last backup that was started here, if it failed.' }),
    restoration: z
      .strictObject({
        id: z.string(),
        name: z.string(),
        at: z.iso.datetime(),
        aside: z.string().nullable().meta({ description: 'The file beside it with the data of before.' }),
        problem: z.string().nullable().meta({ description: 'Why the data was left as it was.' }),
      })
      .nullable()
      .meta({ description: 'The last one that was asked for here and is done, for a day.' }),
    restores: z.boolean().meta({
      description:
        'Whether this portal can go back to a backup by itself: it has its data in a file, and is started again by `npm start`.',
    }),
    folder: z.string().meta({ description: 'Where this portal writes backups.' }),
    next: nextPage,
  })
  .meta({
    id: 'BackupList',
    description:
      'The newest first: the files in the two folders of this portal, and what was started here and is on other machines.',
  });

export type BackupList = z.output<typeof backupList>;
