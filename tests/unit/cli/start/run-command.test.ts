import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../../cli/start/run-command.mjs';

const cwd = process.cwd();
const timeLimitMs = 300_000;

describe('a command of a step', () => {
  it('gives back its exit code and what it said, on either stream', async () => {
    const script = 'console.log("out"); console.error("err"); process.exitCode = 3';
    const result = await runCommand(process.execPath, ['-e', script], { cwd, timeLimitMs });
    expect(result).toMatchObject({ ok: false, code: 3, timedOut: false });
    expect(result.lines.sort()).toEqual(['err', 'out']);
  });

  it('says a last line that has no end', async () => {
    const script = 'process.stdout.write("first\\nlast")';
    const result = await runCommand(process.execPath, ['-e', script], { cwd, timeLimitMs });
    expect(result.lines).toEqual(['first', 'last']);
  });

  it('is ended once its time is used up', async () => {
    const script = 'setInterval(() => {}, 1000)';
    const result = await runCommand(process.execPath, ['-e', script], { cwd, timeLimitMs: 10 });
    expect(result).toMatchObject({ ok: false, timedOut: true });
  });

  it('is ended with everything that it started, once its work is there', async () => {
    const listen = `require('node:net').createServer().listen(0, function () { console.log(this.address().port) })`;
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(listen)}], { stdio: 'inherit' });
      setInterval(() => {}, 1000)`;
    let isListening = false;
    const result = await runCommand(process.execPath, ['-e', script], {
      ...{ cwd, timeLimitMs, isDone: () => isListening },
      onLine: () => (isListening = true),
    });
    expect(result).toMatchObject({ wasDone: true, timedOut: false });
    await expect(connectTo(Number(result.lines[0]))).rejects.toThrow('ECONNREFUSED');
  });

  it.runIf(process.platform === 'linux')('is counted with what it waited for', async () => {
    const busy = 'const until = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < until);';
    const script = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
    const { processorSeconds } = await runCommand(process.execPath, ['-e', script], { cwd, timeLimitMs });
    expect(processorSeconds).toBeGreaterThan(0.25);
  });

  it('that cannot be found has failed', async () => {
    const result = await runCommand('no-such-command', [], { cwd, timeLimitMs });
    expect(result).toMatchObject({ ok: false, code: 127 });
  });
});

async function connectTo(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}
