import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

export interface Settings {
  port: number;
  host: string;
  dataFolder: string;
  databaseFile: string;
  /** The public address, without a slash at its end. */
  url: string;
  toolboxPort: number;
}

/** A setting that is wrong or a folder that cannot be used: the process says the sentence and ends. */
export class SettingsError extends Error {}

const wholePort = (name: string, from: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a whole number from ${from} to 65535`)
    .transform(Number)
    .refine((port) => port >= from && port <= 65535, `${name} must be a whole number from ${from} to 65535`);

const publicAddress = 'FAREBOX_URL must be an http or https address without a query';

const environment = z.object({
  PORT: wholePort('PORT', 1).default(3000),
  HOST: z.string().default('127.0.0.1'),
  FAREBOX_DATA: z.string().default('./data'),
  FAREBOX_URL: z
    .url({ protocol: /^https?$/, error: publicAddress })
    .refine((address) => !/[?#]/.test(address), publicAddress)
    .optional(),
  FAREBOX_TOOLBOX_PORT: wholePort('FAREBOX_TOOLBOX_PORT', 0).default(0),
});

/** The one place that reads the environment. Real variables win over the file `.env`; an empty one counts as absent. */
export function readSettings(variables: NodeJS.ProcessEnv = processVariables()): Settings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SettingsError(
      `${issue?.message ?? 'A setting is wrong'}, not ${JSON.stringify(given[String(issue?.path[0])])}.`,
    );
  }
  const settings = parsed.data;
  const dataFolder = resolve(settings.FAREBOX_DATA);
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataFolder,
    databaseFile: join(dataFolder, 'farebox.db'),
    url: (settings.FAREBOX_URL ?? `http://${urlHost(settings.HOST)}:${settings.PORT}`).replace(/\/+$/, ''),
    toolboxPort: settings.FAREBOX_TOOLBOX_PORT,
  };
}

/** FAREBOX_SECRET, or the secret kept in the data folder, made at the first start. */
export function readSecret(dataFolder: string, variables: NodeJS.ProcessEnv = processVariables()): Buffer {
  const given = variables['FAREBOX_SECRET'];
  if (given) {
    if (given.length < 32) throw new SettingsError('FAREBOX_SECRET must have at least 32 characters.');
    return Buffer.from(given);
  }
  const file = join(dataFolder, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  return Buffer.from(readFileSync(file, 'utf8').trim());
}

/** Says at once, and in words, where the folder can be neither made nor used. */
export function ensureDataFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder);
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SettingsError(
      `FAREBOX_DATA names ${dataFolder}, which cannot be used: ${folderFailure(error)}.`,
      { cause: error },
    );
  }
}

/**
 * Folder by folder, from the first that is there. Node's own recursive way never ends where a folder says that it is
 * not there when something is made in it, as those of /proc do.
 */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it since.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

function folderFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read and write there';
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'something that is no folder is in the way';
  if (code === 'ENOENT') return 'no folder can be made there';
  if (code === 'EROFS') return 'the file system there can only be read';
  if (code === 'ENOSPC') return 'the disk is full';
  return String(error);
}

function processVariables(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
