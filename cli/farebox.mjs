#!/usr/bin/env node
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../node_modules/tsx', import.meta.url))) {
  console.error('Farebox is not set up yet: run npm start (or npm install) in its folder first.');
  process.exit(2);
}
const { register } = await import('tsx/esm/api');
register();
const { farebox } = await import('./farebox.ts');
process.exitCode = await farebox(process.argv.slice(2));
