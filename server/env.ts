import { accessSync, constants, existsSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type MailAddress, parseMailAddress } from '../lib/account/mail-address.ts';
import { ExplainedError } from '../lib/problem/explained-error.ts';
import { type EgressAllow, parseEgressAllow } from './gateway/egress-allow.ts';
import { parseTrustedProxies } from './http/trusted-proxies.ts';
import { makeFolder } from './files/make-folder.ts';
import { readRegularFile } from './files/read-regular-file.ts';
import {
  defaultSender,
  type MailSender,
  parseMailSender,
  parseSmtpUrl,
  type SmtpServer,
} from './mail/mail-settings.ts';
import { type IssuerSecret, type OidcIssuer, parseIssuers } from './people/oidc-issuers.ts';
import { isPasswordHash } from './people/password-hash.ts';
import { parseSecrets } from './portal/parse-secrets.ts';
import type { SecretList } from './portal/portal-secret.ts';

export interface Settings {
  port: number;
  host: string;
  dataFolder: string;
  databaseFile: string;
  /** The PostgreSQL database that replaces the file; undefined for SQLite. */
  databaseUrl: string | undefined;
  /** The public address, without a trailing slash. */
  url: string;
  /** Whether the public address uses HTTPS. */
  isHttps: boolean;
  /** Whether calls without an API key are allowed. */
  guests: boolean;
  /** Where people buy credits; undefined if it is not told. */
  creditsUrl: string | undefined;
  /** The daily credits of guests in one network. */
  guestCredits: number;
  /** Who may be new to the portal: people whom operators invite, those whom members invite as well, or everybody. */
  registration: 'closed' | 'invitation' | 'open';
  /** The first credits of an account whose owner registered. */
  registrationCredits: number;
  /** Calls per minute; 0 for no limit. */
  rateLimit: number;
  /** How long the portal stores the inputs of calls. */
  retentionDays: number;
  trustedProxies: BlockList;
  /** Whether everybody may read the metrics, not only operators. */
  openMetrics: boolean;
  /** Portals on the port. */
  processes: number;
  /** Whether an update makes a backup of the data first. */
  updateBackup: boolean;
  toolboxPort: number;
  /** Addresses besides the public internet that the gateway may call. */
  egressAllow: EgressAllow;
  /** Addresses besides the public internet from which files are fetched that callers name. */
  fileAllow: EgressAllow;
  /** Addresses besides the public internet that webhooks of accounts may call. */
  webhookAllow: EgressAllow;
  /** Where mails are sent; undefined if they are only written to files. */
  smtp: SmtpServer | undefined;
  mailSender: MailSender;
  /** Where people can sign in beside the portal (OpenID Connect). */
  issuers: readonly OidcIssuer[];
  /** The first operator, made at a start without one; undefined if somebody signs up with a link. */
  operator: { email: MailAddress; passwordHash: string } | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** An invalid setting or an unusable folder. The process prints the message and exits. */
export class SettingsError extends ExplainedError {}

const wholePort = (name: string, from: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a whole number from ${from} to 65535`)
    .transform(Number)
    .refine((port) => port >= from && port <= 65535, `${name} must be a whole number from ${from} to 65535`);

const whole = (name: string, most: number, least = 0) => {
  const allowed = `${name} must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, allowed)
    .transform(Number)
    .refine((value) => value >= least && value <= most, allowed);
};

const trustedProxies = (text: string, context: z.RefinementCtx): BlockList => {
  const proxies = parseTrustedProxies(text);
  if (proxies) return proxies;
  context.addIssue(
    'FAREBOX_TRUSTED_PROXIES must be IP addresses, networks such as 10.0.0.0/8, or loopback, separated by commas',
  );
  return z.NEVER;
};

const databaseAddress = /^postgres(?:ql)?:\/\/[^/]+\/./;

/** Whether a text may be the value of DATABASE_URL. */
export function isDatabaseAddress(text: string): boolean {
  return databaseAddress.test(text) && URL.canParse(text);
}

const publicAddress = 'FAREBOX_URL must be an http or https address without a query';

const creditsAddress = 'FAREBOX_CREDITS_URL must be an https address';

const egressAllow = (name: string) =>
  z
    .string()
    .default('')
    .transform((text, context): EgressAllow => {
      const allow = parseEgressAllow(text, name);
      if (typeof allow !== 'string') return allow;
      context.addIssue({
        code: 'custom',
        message: `${name} must list hosts, addresses and networks, each with an optional port; ${JSON.stringify(allow)} is not one of these`,
      });
      return z.NEVER;
    });

const environment = z.object({
  PORT: wholePort('PORT', 1).default(3000),
  HOST: z.string().default('127.0.0.1'),
  FAREBOX_DATA: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(
      databaseAddress,
      'DATABASE_URL must be a PostgreSQL address such as postgres://user:password@host:5432/farebox; without it the data is kept in FAREBOX_DATA',
    )
    .optional(),
  FAREBOX_URL: z
    .url({ protocol: /^https?$/, error: publicAddress })
    .refine((address) => !/[?#]/.test(address), publicAddress)
    .optional(),
  FAREBOX_GUESTS: z.enum(['on', 'off'], 'FAREBOX_GUESTS must be on or off').default('on'),
  FAREBOX_GUEST_CREDITS: whole('FAREBOX_GUEST_CREDITS', 1_000_000_000).default(1_000),
  FAREBOX_CREDITS_URL: z.url({ protocol: /^https$/, error: creditsAddress }).optional(),
  FAREBOX_REGISTRATION: z
    .enum(['closed', 'invitation', 'open'], 'FAREBOX_REGISTRATION must be closed, invitation or open')
    .default('invitation'),
  FAREBOX_REGISTRATION_CREDITS: whole('FAREBOX_REGISTRATION_CREDITS', 1_000_000_000).default(0),
  FAREBOX_RETENTION_DAYS: whole('FAREBOX_RETENTION_DAYS', 36_500).default(30),
  FAREBOX_RATE_LIMIT: whole('FAREBOX_RATE_LIMIT', 1_000_000).default(600),
  FAREBOX_TRUSTED_PROXIES: z.string().default('').transform(trustedProxies),
  FAREBOX_METRICS: z.enum(['key', 'open'], 'FAREBOX_METRICS must be key or open').default('key'),
  FAREBOX_PROCESSES: whole('FAREBOX_PROCESSES', 256, 1).default(1),
  FAREBOX_UPDATE_BACKUP: z.enum(['on', 'off'], 'FAREBOX_UPDATE_BACKUP must be on or off').default('on'),
  FAREBOX_TOOLBOX_PORT: wholePort('FAREBOX_TOOLBOX_PORT', 0).default(0),
  FAREBOX_EGRESS_ALLOW: egressAllow('FAREBOX_EGRESS_ALLOW'),
  FAREBOX_FILE_ALLOW: egressAllow('FAREBOX_FILE_ALLOW'),
  FAREBOX_WEBHOOK_ALLOW: egressAllow('FAREBOX_WEBHOOK_ALLOW'),
  FAREBOX_MAIL_FROM: z
    .string()
    .transform((text, context): MailSender => {
      const sender = parseMailSender(text);
      if (sender) return sender;
      context.addIssue(
        'FAREBOX_MAIL_FROM must be a mail address, or a name and an address such as Farebox <farebox@example.com>',
      );
      return z.NEVER;
    })
    .optional(),
});

/**
 * The only function that reads the environment. Real variables win over the file `.env`; empty ones count as absent.
 */
export function readSettings(variables: Variables = processVariables()): Settings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const databaseUrl = secretVariable('DATABASE_URL', variables);
  if (databaseUrl) given['DATABASE_URL'] = databaseUrl.text;
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    // An address may have a password.
    const not = name === 'DATABASE_URL' ? '' : `, not ${JSON.stringify(given[name])}`;
    throw new SettingsError(`${issue?.message ?? 'A setting is invalid'}${not}.`);
  }
  const settings = parsed.data;
  const dataFolder = resolve(settings.FAREBOX_DATA);
  const url = (settings.FAREBOX_URL ?? `http://${urlHost(settings.HOST)}:${settings.PORT}`).replace(
    /\/+$/,
    '',
  );
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataFolder,
    databaseFile: join(dataFolder, 'farebox.db'),
    databaseUrl: settings.DATABASE_URL,
    url,
    isHttps: /^https:/i.test(settings.FAREBOX_URL ?? ''),
    guests: settings.FAREBOX_GUESTS === 'on',
    creditsUrl: settings.FAREBOX_CREDITS_URL,
    guestCredits: settings.FAREBOX_GUEST_CREDITS,
    registration: settings.FAREBOX_REGISTRATION,
    registrationCredits: settings.FAREBOX_REGISTRATION_CREDITS,
    rateLimit: settings.FAREBOX_RATE_LIMIT,
    retentionDays: settings.FAREBOX_RETENTION_DAYS,
    trustedProxies: settings.FAREBOX_TRUSTED_PROXIES,
    openMetrics: settings.FAREBOX_METRICS === 'open',
    processes: settings.FAREBOX_PROCESSES,
    updateBackup: settings.FAREBOX_UPDATE_BACKUP === 'on',
    toolboxPort: settings.FAREBOX_TOOLBOX_PORT,
    egressAllow: settings.FAREBOX_EGRESS_ALLOW,
    fileAllow: settings.FAREBOX_FILE_ALLOW,
    webhookAllow: settings.FAREBOX_WEBHOOK_ALLOW,
    smtp: readSmtp(variables, settings.FAREBOX_MAIL_FROM),
    mailSender: settings.FAREBOX_MAIL_FROM ?? defaultSender(url),
    issuers: readIssuers(variables),
    operator: readOperator(variables),
  };
}

/** The mail server of the settings, if they have one. No sentence shows it: it has a password. */
function readSmtp(variables: Variables, sender: MailSender | undefined): SmtpServer | undefined {
  const given = secretVariable('FAREBOX_SMTP_URL', variables);
  if (given === undefined) return undefined;
  const server = parseSmtpUrl(given.text);
  if (typeof server === 'string') throw new SettingsError(`${given.source} ${server}.`);
  if (sender === undefined)
    throw new SettingsError(
      'FAREBOX_MAIL_FROM must be set together with FAREBOX_SMTP_URL: the address that mails come from, such as Farebox <farebox@example.com>.',
    );
  return server;
}

/** The issuers of the settings, in their order. */
function readIssuers(variables: Variables): OidcIssuer[] {
  const issuers = parseIssuers(variables, (name) => secretVariable(name, variables)?.text);
  if (typeof issuers === 'string') throw new SettingsError(`${issuers}.`);
  return issuers;
}

/** The first operator of the settings, if they have one. */
function readOperator(variables: Variables): Settings['operator'] {
  const hash = secretVariable('FAREBOX_OPERATOR_PASSWORD_HASH', variables);
  const given = variables['FAREBOX_OPERATOR_EMAIL'];
  if (!given && !hash) return undefined;
  if (!given || !hash)
    throw new SettingsError(
      'FAREBOX_OPERATOR_EMAIL and FAREBOX_OPERATOR_PASSWORD_HASH_FILE must be set together: the address of the first operator, and a file with the hash of their password.',
    );
  const email = parseMailAddress(given);
  if (!email)
    throw new SettingsError(
      `FAREBOX_OPERATOR_EMAIL must be an email address such as ada@example.com, not ${JSON.stringify(given)}.`,
    );
  if (!isPasswordHash(hash.text))
    throw new SettingsError(
      `${hash.source} is not the hash of a password, or can be guessed too fast. Run "npm run -s farebox -- password-hash", which prints one such as $scrypt$ln=17,r=8,p=1$….`,
    );
  return { email, passwordHash: hash.text };
}

/** The secrets of the settings, if they have any. */
export function givenSecrets(variables: Variables = processVariables()): SecretList | undefined {
  const given = secretVariable('FAREBOX_SECRET', variables);
  if (given === undefined) return undefined;
  const secrets = parseSecrets(given.text);
  if (typeof secrets === 'string') throw new SettingsError(`${given.source} ${secrets}.`);
  return secrets;
}

/** No credential is longer. It is sent in a header. */
const mostSecretBytes = 64 * 1024;

/** A setting that is a secret: the variable, or the content of the file that NAME_FILE names. */
function secretVariable(
  name:
    | 'FAREBOX_SECRET'
    | 'DATABASE_URL'
    | 'FAREBOX_SMTP_URL'
    | 'FAREBOX_OPERATOR_PASSWORD_HASH'
    | IssuerSecret,
  variables: Variables,
): { text: string; source: string } | undefined {
  const text = variables[name];
  const file = variables[`${name}_FILE`];
  if (!file) return text ? { text, source: name } : undefined;
  if (text) throw new SettingsError(`${name} and ${name}_FILE are both set. Remove one of them.`);
  const reading = readRegularFile(file, mostSecretBytes);
  const source = `The file ${file} of ${name}_FILE`;
  if (!reading.ok) throw new SettingsError(`${source} ${reading.reason}.`);
  const content = reading.bytes.toString().trim();
  if (content === '') throw new SettingsError(`${source} is empty.`);
  return { text: content, source };
}

/** A variable that ends so names a file. */
const ofFile = /(?:^|_)FILE$/;

/** The credential of an upstream: FAREBOX_SECRET_<NAME>, or the content of the file in FAREBOX_SECRET_<NAME>_FILE. */
export function readUpstreamSecret(name: string, variables: Variables = process.env): string | undefined {
  // FAREBOX_SECRET_FILE is a setting of the portal, and FAREBOX_SECRET_A_FILE names the file of the credential A.
  const given = ofFile.test(name) ? undefined : variables[`FAREBOX_SECRET_${name}`];
  if (given) return given;
  const file = variables[`FAREBOX_SECRET_${name}_FILE`];
  if (!file) return undefined;
  const reading = readRegularFile(file, mostSecretBytes);
  return reading.ok ? reading.bytes.toString().trim() || undefined : undefined;
}

/** The names of all upstream credentials that are given. */
export function upstreamSecretNames(variables: Variables = process.env): Set<string> {
  const suffixes = Object.keys(variables).flatMap((name) => /^FAREBOX_SECRET_(.+)$/.exec(name)?.[1] ?? []);
  const names = suffixes.flatMap((suffix) => [suffix, suffix.replace(/_FILE$/, '')]);
  return new Set(names.filter((name) => readUpstreamSecret(name, variables) !== undefined));
}

/** How to give a portal the credential of an upstream, as the end of a sentence. */
export function howToGiveSecret(name: string): string {
  const variable = `FAREBOX_SECRET_${name}`;
  return ofFile.test(name)
    ? `set ${variable}_FILE to a file that holds it`
    : `set ${variable}, or ${variable}_FILE to a file that holds it`;
}

/** Fails with a clear message if the folder cannot be created or used. */
export function ensureDataFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder, 0o700);
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SettingsError(
      `The data folder ${dataFolder} (FAREBOX_DATA) cannot be used: ${folderFailure(error)}.`,
      { cause: error },
    );
  }
}

function folderFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'this user has no permission to read and write it';
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'something other than a folder is in the way';
  if (code === 'ENOENT') return 'the folder cannot be created';
  if (code === 'EROFS') return 'the file system is read-only';
  if (code === 'ENOSPC') return 'the disk is full';
  return String(error);
}

/** The variables of a program that this process runs. */
export function childVariables(more: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...more };
}

function processVariables(): Variables {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** On this machine by name, because passkeys belong to a name. */
function urlHost(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
