import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../tools/lib/test-programs.mjs';

const executablePath = findChromium();
const report = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'];

/** Only the last --disable-features counts, so Playwright's defaults are repeated. */
const unneeded = [
  // Two internal pages per window, which cost twice as much as the app.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'PaintHolding',
  // A spare process per window, which tests seldom need.
  'SpareRendererForSitePerProcess',
];

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: './test-results',
  reporter: [
    ['list'],
    ['./e2e/support/server-log-reporter.ts'],
    ...(report ? ([['json', { outputFile: report }]] as const) : []),
  ],
  fullyParallel: true,
  forbidOnly: true,
  workers: availableParallelism(),
  retries: 0,
  // Generous, because a busy machine must not fail a test.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    // Set by the global setup, which runs before the workers read this file.
    baseURL: process.env['E2E_BASE_URL'],
    // Continuous screenshots and snapshots take a fifth of the run time; those of the failure suffice. To record all:
    // npm run e2e -- FILE --trace on
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium's sandbox does not work for root, the usual user in containers.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
        `--disable-features=${unneeded.join()}`,
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
});
