/** @type {import('jest').Config} */
export default {
  rootDir: '.',
  testMatch: [
    '<rootDir>/src/**/*.spec.ts',
    '<rootDir>/src/**/*.int-spec.ts',
    '<rootDir>/test/**/*.spec.ts',
    '<rootDir>/test/**/*.int-spec.ts',
  ],
  // Files run in Node itself and share their modules; jest's own sandbox evaluates all of them anew for each file.
  runtime: '<rootDir>/test/runner/shared-modules-runtime.mjs',
  testEnvironment: '<rootDir>/test/runner/shared-environment.mjs',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  setupFiles: ['<rootDir>/test/setup.ts'],
  testTimeout: 30_000,
  maxWorkers: 2,
};
