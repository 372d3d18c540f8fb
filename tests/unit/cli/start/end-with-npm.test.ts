import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

const module = new URL('../../../../cli/start/run-command.mjs', import.meta.url).href;

it('a process that npm runs gets the signal that ended the shell between them', async () => {
  const script = `import { endWithNpm } from ${JSON.stringify(module)};
    process.on('SIGTERM', () => { console.log('told to stop'); process.exit(); });
    endWithNpm(); console.log('running'); setTimeout(() => process.exit(1), 4000);`;
  const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$SCRIPT"; true'], {
    env: { ...process.env, NODE: process.execPath, SCRIPT: script, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: shell.stdout });
  expect(await once(lines, 'line')).toEqual(['running']);
  shell.kill('SIGTERM');
  expect(await once(lines, 'line')).toEqual(['told to stop']);
});
