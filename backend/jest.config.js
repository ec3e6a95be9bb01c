import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

/**
 * The groups of tests, by the ends of their names: pure ones, those of the app in this process on a real database, and
 * those that start and kill processes, fill disks or measure memory.
 */
const groups = { unit: 'spec.ts', integration: 'int-spec.ts', process: 'process-spec.ts' };

const shared = resolve(import.meta.dirname, '../shared');

const project = ([displayName, end]) => ({
  displayName,
  rootDir: import.meta.dirname,
  // Tests of the shared package are pure.
  roots: ['<rootDir>', '<rootDir>/../shared'],
  testMatch: [`<rootDir>/{src,test}/**/*.${end}`, `${shared}/test/**/*.${end}`],
  // Files run in Node itself and share their modules; jest's own sandbox evaluates all of them anew for each file.
  runtime: '<rootDir>/test/runner/shared-modules-runtime.mjs',
  testEnvironment: '<rootDir>/test/runner/shared-environment.mjs',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  // For the graph of imports, by which `--findRelatedTests` selects: sources name modules as they are after the build.
  moduleNameMapper: {
    '^(\\.{1,2}/.+)\\.js$': ['$1.ts', '$1.js'],
    '^@hub/shared/(.+)$': '<rootDir>/../shared/src/$1.ts',
  },
  setupFiles: ['<rootDir>/test/setup.ts'],
  ...(displayName !== 'unit' && {
    globalSetup: '<rootDir>/test/global-setup.mjs',
    globalTeardown: '<rootDir>/test/global-teardown.mjs',
  }),
});

/** @type {import('jest').Config} */
export default {
  projects: Object.entries(groups).map(project),
  testTimeout: 30_000,
  maxWorkers: availableParallelism(),
};
