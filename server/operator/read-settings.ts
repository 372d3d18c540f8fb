import type { BlockList } from 'node:net';
import type { SettingList } from '../../lib/operator/settings.ts';
import type { Settings } from '../env.ts';
import type { EgressAllow } from '../gateway/egress-allow.ts';
import type { Context } from '../portal/context.ts';

/** The variable, what it says, and its meaning. */
type Row = [name: string, value: string, meaning: string];

/** Those that follow from others. */
type Derived = 'databaseFile' | 'isHttps';

/** The settings in force, all of them. Addresses that may have a password are named by their host alone. */
export function readSettings({ settings, secret }: Pick<Context, 'settings' | 'secret'>): SettingList {
  const rows: Row[] = [
    ...Object.values(rowsOf(settings)),
    [
      'FAREBOX_SECRET',
      `${secret.all.length} ${secret.all.length === 1 ? 'secret' : 'secrets'}`,
      'sign sessions, quotes and links; the first signs new ones',
    ],
  ];
  return { list: rows.map(([name, value, meaning]) => ({ name, value, meaning })) };
}

function rowsOf(settings: Settings): Record<Exclude<keyof Settings, Derived>, Row> {
  const { smtp, mailSender, issuers, operator } = settings;
  const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
  return {
    url: ['FAREBOX_URL', settings.url, 'the public address'],
    host: ['HOST', settings.host, 'the address to listen on'],
    port: ['PORT', String(settings.port), 'the port of the portal'],
    processes: ['FAREBOX_PROCESSES', String(settings.processes), 'portals on the port'],
    toolboxPort: [
      'FAREBOX_TOOLBOX_PORT',
      settings.toolboxPort === 0 ? '0: any free port' : String(settings.toolboxPort),
      'the port of the built-in products',
    ],
    dataFolder: ['FAREBOX_DATA', settings.dataFolder, 'the folder of the database and the secret'],
    databaseUrl: ['DATABASE_URL', databaseText(settings), 'the database'],
    updateBackup: [
      ...(['FAREBOX_UPDATE_BACKUP', onOff(settings.updateBackup)] as const),
      'a backup of the data before each update',
    ],
    guests: ['FAREBOX_GUESTS', onOff(settings.guests), 'calls without an API key'],
    guestCredits: [
      ...(['FAREBOX_GUEST_CREDITS', String(settings.guestCredits)] as const),
      'daily credits for all guests of a network',
    ],
    creditsUrl: ['FAREBOX_CREDITS_URL', settings.creditsUrl ?? 'none', 'where credits are bought'],
    registration: ['FAREBOX_REGISTRATION', settings.registration, 'who may be new to the portal'],
    registrationCredits: [
      ...(['FAREBOX_REGISTRATION_CREDITS', String(settings.registrationCredits)] as const),
      'credits of an account whose owner registered',
    ],
    rateLimit: [
      ...(['FAREBOX_RATE_LIMIT', String(settings.rateLimit)] as const),
      'calls per minute for each caller; 0 for no limit',
    ],
    retentionDays: [
      ...(['FAREBOX_RETENTION_DAYS', String(settings.retentionDays)] as const),
      'days for which inputs are stored',
    ],
    trustedProxies: [
      ...(['FAREBOX_TRUSTED_PROXIES', networksText(settings.trustedProxies)] as const),
      'proxies whose forwarded addresses are believed',
    ],
    egressAllow: [
      ...(['FAREBOX_EGRESS_ALLOW', allowText(settings.egressAllow)] as const),
      'addresses besides the public internet that products may call',
    ],
    fileAllow: [
      ...(['FAREBOX_FILE_ALLOW', allowText(settings.fileAllow)] as const),
      'addresses besides the public internet from which files of inputs are fetched',
    ],
    webhookAllow: [
      ...(['FAREBOX_WEBHOOK_ALLOW', allowText(settings.webhookAllow)] as const),
      'addresses besides the public internet that webhooks may call',
    ],
    issuers: [
      'FAREBOX_OIDC',
      issuers.map(({ name, issuer }) => `${name}: ${issuer}`).join(', ') || 'none',
      'where people can sign in beside the portal',
    ],
    operator: [
      'FAREBOX_OPERATOR_EMAIL',
      operator?.email.address ?? 'none: a link at the start makes the first operator',
      'the first operator',
    ],
    openMetrics: ['FAREBOX_METRICS', settings.openMetrics ? 'open' : 'key', 'access to /metrics'],
    smtp: ['FAREBOX_SMTP_URL', smtp ? smtp.host : 'none: mails are only files', 'the mail server'],
    mailSender: ['FAREBOX_MAIL_FROM', `${mailSender.name} <${mailSender.address}>`, 'who sends mails'],
  };
}

function databaseText({ databaseUrl }: Settings): string {
  return databaseUrl === undefined
    ? 'none: SQLite in FAREBOX_DATA'
    : `PostgreSQL at ${new URL(databaseUrl).host}`;
}

/** A list of hosts, addresses and networks, as a person writes it. */
function allowText({ names, networks }: EgressAllow): string {
  const withPort = (text: string, port: number | null) => (port === null ? text : `${text} port ${port}`);
  const all = [
    ...names.map(({ name, port }) => withPort(name, port)),
    ...networks.map(({ network: [address, bits], port }) => withPort(`${address.toString()}/${bits}`, port)),
  ];
  return all.join(', ') || 'none';
}

/** Node describes each network as "Subnet: IPv4 10.0.0.0/8". */
function networksText({ rules }: BlockList): string {
  return rules.map((rule) => rule.replace(/^.*IPv[46] /, '')).join(', ') || 'none';
}
