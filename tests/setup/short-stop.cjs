// Loaded into a portal before it starts (NODE_OPTIONS): its stop leaves calls one second, not twenty-five. Every other
// timer takes the time that it takes.
const [leastMs, mostMs] = [25_000, 27_000];
const lessMs = 24_000;

const trueSetTimeout = globalThis.setTimeout;
const shortSetTimeout = (listener, delayMs, ...given) => {
  const isOfStop = delayMs >= leastMs && delayMs <= mostMs;
  return trueSetTimeout(listener, isOfStop ? delayMs - lessMs : delayMs, ...given);
};
globalThis.setTimeout = Object.assign(shortSetTimeout, trueSetTimeout);
