import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { runCommand } from './run-command.mjs';
import { StepFailed } from './step.mjs';

const sources = ['prisma/schema.prisma', 'prisma/generate.ts', 'node_modules/@prisma/internals/package.json'];
const generateLimitMs = 3 * 60_000;

/** @param {string} root */
export function generatedClientIsStale(root) {
  const made = (/** @type {string} */ engine) =>
    existsSync(join(root, `prisma/generated/${engine}/client.ts`));
  return !made('sqlite') || !made('postgresql') || !isStamped(stampFile(root), fingerprint(root, sources));
}

/**
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function generateClient(root, say) {
  const made = fingerprint(root, sources);
  const result = await runCommand(process.execPath, ['--import', 'tsx', 'prisma/generate.ts'], {
    cwd: root,
    timeLimitMs: generateLimitMs,
    onLine: say,
  });
  if (!result.ok) {
    throw new StepFailed(
      'The database client could not be generated from prisma/schema.prisma. The lines above say why.',
      result.lines,
    );
  }
  stamp(stampFile(root), made);
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules/.cache/farebox/generated-client');
}
