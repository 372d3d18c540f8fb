// Loaded into the portals and the processes of tests: a password takes them milliseconds. The true cost has unit tests,
// and is that of portals whose passwords come from elsewhere (FAREBOX_TEST_PASSWORDS=true-cost).
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const mostRounds = 2 ** 10;

const { scrypt } = crypto;
if (process.env['FAREBOX_TEST_PASSWORDS'] !== 'true-cost') {
  crypto.scrypt = (password, salt, bytes, options, done) =>
    scrypt(password, salt, bytes, { ...options, N: Math.min(options.N, mostRounds) }, done);
  syncBuiltinESMExports();
}
