import { z } from 'zod';
import {
  askedRestoration,
  backupBody,
  backupList,
  restorationBody,
  startedBackup,
} from '../../../lib/operator/backups.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Context } from '../../context.ts';
import { beginBackup, listBackups } from '../../desk/back-up.ts';
import { askRestoration } from '../../desk/restoration.ts';
import { errorText, log } from '../../log.ts';
import type { Call } from '../../doors/endpoint.ts';
import { mayOperate } from '../../doors/identify.ts';
import { freshResponse, type BufferedResponse } from '../../http/response.ts';
import { rightSentence } from '../../rights.ts';
import { readyResult } from '../../supervision/readiness.ts';
import { openOperation, operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

const healthResult = z
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

export const supervision = {
  tag: 'Operators: supervision',
  operations: [
    openOperation('GET /api/health', {
      name: 'getHealth',
      summary: 'Check health',
      description:
        'For supervisors. An error means that the process should be restarted; a PostgreSQL database that is away is not an error.',
      answers: { 200: ['The portal responds.', healthResult] },
      refuses: ['unavailable'],
      handle: async ({ context }) =>
        freshResponse(200, 'application/json', JSON.stringify(await health(context))),
    }),
    openOperation('GET /api/ready', {
      name: 'getReady',
      summary: 'Check readiness',
      description:
        'For load balancers. An error means that the portal cannot take calls now: the database cannot be written, the pages do not respond, or the portal is stopping.',
      answers: { 200: ['The portal can take calls.', readyResult] },
      refuses: ['unavailable'],
      handle: async ({ context }) =>
        freshResponse(200, 'application/json', JSON.stringify(await context.readiness.check())),
    }),
    operation('GET /api/operator/backups', {
      name: 'listBackups',
      summary: 'List backups',
      right: 'read-backups',
      answers: { 200: ['The list.', backupList] },
      run: ({ context }) => listBackups(context),
    }),
    operatorChange('POST /api/operator/backups', {
      name: 'makeBackup',
      summary: 'Make a backup',
      description:
        'Of all data, into a file on the machine of the portal that answers, beside its work. With PostgreSQL it needs `pg_dump` there.',
      body: backupBody,
      answer: startedBackup,
      change: beginBackup,
      wish: () => ({}),
      refuses: ['unavailable'],
    }),
    operatorChange('POST /api/operator/backups/{name}/restoration', {
      name: 'restoreBackup',
      summary: 'Go back to a backup',
      description:
        'Replaces all data by that of a backup in the folders of this portal: what happened since is not in it. The data of before is kept beside it. The portal stops as by a signal, and starts again. A backup that is damaged or has a wrong ledger changes nothing.',
      body: restorationBody,
      answer: askedRestoration,
      change: askRestoration,
      wish: (_body, { name }) => ({ name }),
      refuses: ['not-found', 'not-restorable'],
    }),
    openOperation('GET /metrics', {
      name: 'getMetrics',
      summary: 'Get Prometheus metrics',
      description:
        'Requires the API key or session of an operator, unless the setting FAREBOX_METRICS is `open`.',
      answers: {
        200: {
          says: 'Counters, gauges and histograms in the text format of Prometheus.',
          schema: z.string(),
          as: ['text/plain'],
        },
      },
      refuses: ['forbidden'],
      handle: metricsResponse,
    }),
  ],
} satisfies OperationGroup;

/** For operators, unless the setting opens it. An address proves nothing: behind a proxy every caller has the proxy's. */
async function metricsResponse({ context, request, connection }: Call<unknown>): Promise<BufferedResponse> {
  const { metrics, settings } = context;
  if (!settings.openMetrics && !(await mayOperate(context, request, connection, 'read-metrics')))
    throw new Problem(
      'forbidden',
      `${rightSentence('read-metrics')} FAREBOX_METRICS=open opens them to everybody.`,
    );
  return freshResponse(200, metrics.contentType, await metrics.read());
}
