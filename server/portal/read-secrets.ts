import { randomBytes, createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type DataPlace, givenSecrets, SettingsError } from '../env.ts';
import { syncPath } from '../files/read-regular-file.ts';
import { parseSecrets } from './parse-secrets.ts';
import { type SecretList, type PortalSecret, portalSecret } from './portal-secret.ts';

/** A larger file is not a secret. */
const mostSecretBytes = 4_096;

/**
 * Returns the secrets of FAREBOX_SECRET, or those in the data folder, where the first start creates one. Refuses unusable
 * files, because anyone who guesses the secret can sign quotes.
 */
export function readSecrets({ dataFolder, databaseUrl }: DataPlace, given = givenSecrets()): SecretList {
  if (given !== undefined) return given;
  if (databaseUrl !== undefined)
    throw new SettingsError(
      'FAREBOX_SECRET must be set together with DATABASE_URL, to the same value for all portals of the database: at least 32 characters that nobody can guess, such as those of "openssl rand -hex 32".',
    );
  const file = join(dataFolder, 'secret');
  try {
    if (!statSync(file, { throwIfNoEntry: false })) makeSecret(file, dataFolder);
    return readSecretFile(file);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw unusable(file, `cannot be read or created (${why})`, { cause: error });
  }
}

/** The secrets of the portal, if this process has them: none is made. */
export function secretsAtHand(place: DataPlace): SecretList | undefined {
  const given = givenSecrets();
  if (given !== undefined) return given;
  const hasOwn = place.databaseUrl === undefined && existsSync(join(place.dataFolder, 'secret'));
  return hasOwn ? readSecrets(place) : undefined;
}

/** The file gets its name when it is completely on the disk. If several processes create it, the first one wins. */
function makeSecret(file: string, folder: string): void {
  const part = `${file}.part-${process.pid}`;
  rmSync(part, { force: true });
  try {
    const descriptor = openSync(part, 'wx', 0o600);
    try {
      writeFileSync(descriptor, randomBytes(32).toString('hex'));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    nameUnlessTaken(part, file);
    syncPath(folder);
  } finally {
    rmSync(part, { force: true });
  }
}

/** A link never overwrites. Where links are not supported, the lease keeps other processes away. */
function nameUnlessTaken(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOSPC' || code === 'EIO') throw error;
    if (code !== 'EEXIST') renameSync(part, file);
  }
}

/** Checks the file type first, because opening a pipe would block. */
function readSecretFile(file: string): SecretList {
  const stats = statSync(file);
  if (!stats.isFile()) throw unusable(file, 'is not a regular file');
  if (stats.size > mostSecretBytes) throw unusable(file, `has more than ${mostSecretBytes} bytes`);
  const text = readFileSync(file, 'utf8').trim();
  if (notText.test(text)) throw unusable(file, 'is not text');
  const secrets = parseSecrets(text);
  if (typeof secrets === 'string') throw unusable(file, secrets);
  return secrets;
}

/** Control characters, such as zeros after a power failure, or invalid UTF-8. */
const notText = /[^\P{Cc}\t\r\n]|\uFFFD/u;

function unusable(file: string, why: string, options?: ErrorOptions): SettingsError {
  return new SettingsError(
    `The secret ${file} ${why}. Restore it from a backup, or remove it. The next start then creates a new one, which ends all quotes and sessions of the old one.`,
    options,
  );
}

/** Tells secrets apart, and nothing of the secret. */
export function secretFingerprint(secret: Buffer): string {
  return createHash('sha256').update('farebox secret\0').update(secret).digest('hex').slice(0, 32);
}

/** The secret of a portal, of which one with a fingerprint makes names. */
export function secretNamedBy(fingerprint: string | undefined, all: SecretList): PortalSecret {
  return portalSecret(
    all,
    all.find((secret) => secretFingerprint(secret) === fingerprint),
  );
}
