import type { SettingList } from '../../lib/operator/settings.ts';
import type { Context } from '../portal/context.ts';

/** The settings in force. Addresses that may have a password are named by their host alone. */
export function readSettings({ settings }: Pick<Context, 'settings'>): SettingList {
  const { smtp, databaseUrl, issuers } = settings;
  const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
  const rows: [name: string, value: string, meaning: string][] = [
    ['FAREBOX_URL', settings.url, 'the public address'],
    ['HOST', settings.host, 'the address to listen on'],
    ['PORT', String(settings.port), 'the port of the portal'],
    ['FAREBOX_PROCESSES', String(settings.processes), 'portals on the port'],
    ['FAREBOX_DATA', settings.dataFolder, 'the folder of the database and the secret'],
    [
      'DATABASE_URL',
      databaseUrl === undefined
        ? 'none: SQLite in FAREBOX_DATA'
        : `PostgreSQL at ${new URL(databaseUrl).host}`,
      'the database',
    ],
    ['FAREBOX_GUESTS', onOff(settings.guests), 'calls without an API key'],
    ['FAREBOX_GUEST_CREDITS', String(settings.guestCredits), 'daily credits for all guests of a network'],
    ['FAREBOX_REGISTRATION', settings.registration, 'who may be new to the portal'],
    [
      'FAREBOX_REGISTRATION_CREDITS',
      String(settings.registrationCredits),
      'credits of an account whose owner registered',
    ],
    ['FAREBOX_RATE_LIMIT', String(settings.rateLimit), 'calls per minute for each caller; 0 for no limit'],
    ['FAREBOX_RETENTION_DAYS', String(settings.retentionDays), 'days for which inputs are stored'],
    [
      'FAREBOX_OIDC',
      issuers.map(({ name, issuer }) => `${name}: ${issuer}`).join(', ') || 'none',
      'where people can sign in beside the portal',
    ],
    ['FAREBOX_METRICS', settings.openMetrics ? 'open' : 'key', 'access to /metrics'],
    ['FAREBOX_SMTP_URL', smtp ? smtp.host : 'none: mails are only files', 'the mail server'],
  ];
  return { list: rows.map(([name, value, meaning]) => ({ name, value, meaning })) };
}
