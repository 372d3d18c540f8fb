import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { runCommand } from './run-command.mjs';
import {
  bundleCommands,
  bundleServer,
  bundleToolbox,
  commandBundle,
  serverBundle,
} from './server-bundle.mjs';
import { StepFailed } from './step.mjs';

/** The sources of the pages and the server: a change in any of them makes the build stale. */
export const portalBuildSources = [
  'app',
  'components',
  'lib',
  'server',
  'public',
  'prisma',
  'cli',
  'examples',
  'package-lock.json',
  'instrumentation-client.ts',
  'next.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
];
const buildLimitMs = 30 * 60_000;
/** What Next said of the build, for a test: nobody reads a warning. */
export const buildLog = '.next/farebox-build.log';

/** @param {string} root */
export function portalBuildIsStale(root) {
  return (
    !existsSync(join(root, '.next/BUILD_ID')) ||
    !existsSync(join(root, serverBundle)) ||
    !existsSync(join(root, commandBundle)) ||
    !isStamped(stampFile(root), fingerprint(root, portalBuildSources))
  );
}

/**
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function buildPortal(root, say) {
  const made = fingerprint(root, portalBuildSources);
  const result = await runCommand(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: root,
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    timeLimitMs: buildLimitMs,
    onLine: say,
  });
  if (!result.ok) {
    throw new StepFailed(
      'The pages could not be built. The lines above name the file at fault.',
      result.lines,
    );
  }
  writeFileSync(join(root, buildLog), result.lines.join('\n'));
  say('bundling the server');
  await bundleServer(root);
  await bundleCommands(root);
  await bundleToolbox(root);
  stamp(stampFile(root), made);
}

/** @param {string} root */
function stampFile(root) {
  return join(root, '.next/farebox-sources');
}
