import { defineConfig, devices } from '@playwright/test';
import { rememberedChromium } from './cli/test/chromium.mjs';

const executablePath = rememberedChromium(import.meta.dirname);
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// Chromium's sandbox does not work for root.
const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet;

/** The same on every screen: headers, bytes, and what hostile answers may do. */
const ofNoScreen = /(?:policy|weight|reply-hostile)\.spec\.ts/;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/setup/browser-portal.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A machine that is busy takes its time: past these, nothing comes.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    ...(process.env['FAREBOX_TEST_URL'] ? { baseURL: process.env['FAREBOX_TEST_URL'] } : {}),
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
    screenshot: 'only-on-failure',
  },
  // Each journey is walked on both kinds of screen, in one theme each; colours are judged in both (expect-accessible.ts).
  projects: [
    { name: 'desktop-light', use: { ...devices['Desktop Chrome'], colorScheme: 'light' } },
    { name: 'mobile-dark', testIgnore: ofNoScreen, use: { ...devices['Pixel 7'], colorScheme: 'dark' } },
  ],
});
