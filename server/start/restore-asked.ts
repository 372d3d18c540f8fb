import { ExplainedError } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { readRestoration, writeRestoration } from '../desk/restoration.ts';
import type { DataPlace } from '../env.ts';
import { errorText, log } from '../log.ts';
import { restoreData } from '../store/backup/replace-data.ts';

/** At the start, before the data is opened. A backup that cannot be used changes nothing. */
export async function restoreAsked(place: DataPlace): Promise<void> {
  const asked = readRestoration(place);
  if (asked?.state !== 'asked' || place.databaseUrl !== undefined) return;
  const done = (aside: string | null, problem: string | null) =>
    writeRestoration(place, { ...asked, state: 'done', at: new Date().toISOString(), aside, problem });
  try {
    done(await restoreData(place, asked.file), null);
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    log('error', 'not-restored', { name: asked.name, error: error.message });
    done(null, error.message);
  }
}

/** Once the data is open again. */
export async function noteRestoration({
  settings,
  store,
}: Pick<Context, 'settings' | 'store'>): Promise<void> {
  const done = readRestoration(settings);
  if (done?.state !== 'done' || settings.databaseUrl !== undefined) return;
  const { name, author, aside, problem } = done;
  try {
    await store.writer.run('note-restoration', { name, aside, problem, now: Date.now() }, author);
    writeRestoration(settings, { ...done, state: 'noted' });
  } catch (error) {
    log('error', 'restoration-not-noted', { error: errorText(error) });
  }
}
