// Loaded into a test and its programs (next-version.ts): the folders of migrations are those of the next version.
const { promises } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { join, relative } = require('node:path');

const root = join(__dirname, '../../prisma');

/** @param {unknown} path */
function inNextVersion(path) {
  const next = process.env.FAREBOX_TEST_NEXT_VERSION;
  const inside = next && typeof path === 'string' ? relative(root, path) : '';
  return /^(postgres-)?migrations/.test(inside) ? join(next, inside) : path;
}

const { readdir, readFile } = promises;
promises.readdir = (path, ...options) => readdir(inNextVersion(path), ...options);
promises.readFile = (path, ...options) => readFile(inNextVersion(path), ...options);
syncBuiltinESMExports();
