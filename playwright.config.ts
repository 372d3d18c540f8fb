import { defineConfig, devices } from '@playwright/test';
import { openRunFolder } from './cli/test/run-folder.mjs';
import { rememberedChromium, rememberedShell } from './cli/test/chromium.mjs';

openRunFolder();
const whole = rememberedChromium(import.meta.dirname);
/** It takes a quarter less of the processors. */
const shell = rememberedShell(import.meta.dirname) ?? whole;
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Chromium heeds the last switch of this name alone: what Playwright leaves out, and two pages of the address bar. */
const absent = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];
/** Without graphics and those two pages, a test takes a third less time. */
const lean = [`--disable-features=${absent.join(',')}`, '--disable-gpu', '--disable-software-rasterizer'];
// Chromium's sandbox does not work for root.
const args = [...quiet, ...lean, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

/** Of a screen: how it looks, and journeys whose way depends on it. The rest is the same on every one. */
const ofPhones = /nothing that axe finds|on a phone|@phone/;

/** What only the browser with windows can: PDF, and a connection that ends in the middle of an answer. */
const ofWhole = /@whole/;
const launch = (executablePath: string | undefined) => ({
  launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
});

const desktop = { ...devices['Desktop Chrome'], colorScheme: 'light' } as const;

/** No test looks at single pixels, of which the true phone has seven times as many to paint. */
const phone = { ...devices['Pixel 7'], deviceScaleFactor: 1, colorScheme: 'dark' } as const;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/setup/browser-portal.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A machine that is busy takes its time: past these, nothing comes.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: 'line',
  use: {
    ...(process.env['FAREBOX_TEST_URL'] ? { baseURL: process.env['FAREBOX_TEST_URL'] } : {}),
    ...launch(shell),
    screenshot: 'only-on-failure',
  },
  // A phone, in the other theme, is for `npm run test:all`: what `npm test` looks at on one sets the width itself.
  projects: [
    { name: 'desktop-light', grepInvert: ofWhole, use: desktop },
    { name: 'desktop-light-whole', grep: ofWhole, use: { ...desktop, ...launch(whole) } },
    { name: 'mobile-dark @deep', grep: ofPhones, use: phone },
  ],
});
