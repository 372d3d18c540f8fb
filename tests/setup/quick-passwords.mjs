// Loaded into the portals and the processes of tests: a password takes them milliseconds. The true cost has unit tests.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const mostRounds = 2 ** 10;

const { scrypt } = crypto;
crypto.scrypt = (password, salt, bytes, options, done) =>
  scrypt(password, salt, bytes, { ...options, N: Math.min(options.N, mostRounds) }, done);
syncBuiltinESMExports();
