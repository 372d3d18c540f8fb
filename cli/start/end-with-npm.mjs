const lookEveryMs = 250;

/**
 * npm runs a script through a shell, which a signal ends without reaching this process. So where npm runs it, the end
 * of that shell is the signal to stop: otherwise a portal would stay behind, unseen, on its port.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  timer.unref();
}
