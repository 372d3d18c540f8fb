// Loaded into a portal before it starts (NODE_OPTIONS): instead of its pages and its toolbox, which take two thirds of a
// start, it runs processes that are there and do nothing. FAREBOX_TEST_STAND_INS names which of the two.
const childProcess = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');
const { join } = require('node:path');

const standIn = join(__dirname, 'stand-in.cjs');
const names = (process.env.FAREBOX_TEST_STAND_INS ?? '').split(',');
const isReplaced = (arg) =>
  (names.includes('pages') && arg.endsWith('/pages.mjs')) ||
  (names.includes('toolbox') && /\/toolbox\/main\.(mjs|ts)$/.test(arg));

const trueSpawn = childProcess.spawn;
childProcess.spawn = (program, args, options) => {
  const at = args.findIndex(isReplaced);
  return trueSpawn(program, at < 0 ? args : [standIn, ...args.slice(at + 1)], options);
};
syncBuiltinESMExports();
