import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { ExplainedError } from '../lib/problem/problem.ts';
import { makeFolder, readRegularFile } from './files/read-regular-file.ts';
import { defaultSender } from './mail/mail-settings.ts';
import { type OidcIssuer, parseIssuer } from './people/proofs/oidc.ts';
import type { SecretList } from './portal/portal-secret.ts';
import type { Setting } from './setting.ts';
import { secretSetting, settings } from './settings.ts';

/** What the variables say, and what follows from them. */
export type Settings = ReturnType<typeof readSettings>;

type Variables = Readonly<Record<string, string | undefined>>;
type Values<All> = { [Key in keyof All]: All[Key] extends Setting<infer Value> ? Value : never };

/** An invalid setting or an unusable folder. The process prints the message and exits. */
export class SettingsError extends ExplainedError {}

/**
 * The only function that reads the environment. Real variables win over the file `.env`; empty ones count as absent.
 */
export function readSettings(variables: Variables = processVariables()) {
  const { operatorEmail, operatorPasswordHash, ...given } = readEach(variables);
  if (given.smtp && !given.mailSender)
    throw new SettingsError(
      'FAREBOX_MAIL_FROM must be set together with FAREBOX_SMTP_URL: the address that mails come from, such as Farebox <farebox@example.com>.',
    );
  if (!operatorEmail !== !operatorPasswordHash)
    throw new SettingsError(
      'FAREBOX_OPERATOR_EMAIL and FAREBOX_OPERATOR_PASSWORD_HASH_FILE must be set together: the address of the first operator, and a file with the hash of their password.',
    );
  const url = given.url ?? `http://${urlHost(given.host)}:${given.port}`;
  return {
    ...given,
    url,
    isHttps: /^https:/i.test(url),
    databaseFile: join(given.dataFolder, 'farebox.db'),
    mailSender: given.mailSender ?? defaultSender(url),
    issuers: given.issuers.map((name) => readIssuer(name, variables)),
    operator:
      operatorEmail && operatorPasswordHash
        ? { email: operatorEmail, passwordHash: operatorPasswordHash }
        : undefined,
  };
}

/** Each key has the value that the schema of its setting returned. */
function readEach(variables: Variables) {
  return Object.fromEntries(
    Object.entries<Setting>(settings).map(([key, setting]) => [key, readSetting(setting, variables)]),
  ) as Values<typeof settings>;
}

/** No sentence shows a secret. */
function readSetting<Value>({ name, schema, isSecret }: Setting<Value>, variables: Variables): Value {
  const text = variables[name] || undefined;
  const secret = isSecret ? secretVariable(name, variables) : undefined;
  const reading = schema.safeParse(isSecret ? secret?.text : text);
  if (reading.success) return reading.data;
  const message = reading.error.issues[0]?.message ?? 'is invalid';
  throw new SettingsError(
    isSecret ? `${secret?.source ?? name} ${message}.` : `${name} ${message}, not ${JSON.stringify(text)}.`,
  );
}

function readIssuer(name: string, variables: Variables): OidcIssuer {
  const issuer = parseIssuer(name, variables, (secret) => secretVariable(secret, variables)?.text);
  if (typeof issuer === 'string') throw new SettingsError(`${issuer}.`);
  return issuer;
}

/** The secrets of the settings, if they have any. */
export function givenSecrets(variables: Variables = processVariables()): SecretList | undefined {
  return readSetting(secretSetting, variables);
}

/** No credential is longer. It is sent in a header. */
const mostSecretBytes = 64 * 1024;

/** A setting that is a secret: the variable, or the content of the file that NAME_FILE names. */
function secretVariable(name: string, variables: Variables): { text: string; source: string } | undefined {
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
  const inEnvironment = ofFile.test(name)
    ? `set ${variable}_FILE to a file that holds it`
    : `set ${variable}, or ${variable}_FILE to a file that holds it`;
  return `set it under Credentials in the console, or ${inEnvironment}`;
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

/** Where the data is: the address of a database, or else a folder. */
export interface DataPlace {
  dataFolder: string;
  databaseUrl?: string | undefined;
  /** Whether an update makes a backup first. It does by default. */
  updateBackup?: boolean;
}

/** The code with which a process ends to be started again (cli/start/serve.mjs); undefined where nobody would do that. */
export function startAgainCode(): number | undefined {
  const code = process.env['PORTAL_START_AGAIN'];
  return code === undefined ? undefined : Number(code);
}
