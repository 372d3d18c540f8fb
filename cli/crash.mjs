import { runByHand } from './test/run-by-hand.mjs';

await runByHand('tests/crash/run.ts', []);
