import { availableParallelism } from 'node:os';

// The page as the hub's server delivers it.
const page = '<!doctype html><head><meta name="hub-api-url" content="http://localhost/api"></head><body></body>';

const sharedPackage = {
  '^@hub/shared/(.+)$': '<rootDir>/../shared/src/$1.ts',
  // It names its own modules as they are after the build.
  '^(\\.{1,2}/[^/]+)\\.js$': ['$1.ts', '$1.js'],
};

const shared = {
  rootDir: '.',
  // The tests that a change of the shared package touches are found by the files that import it.
  roots: ['<rootDir>', '<rootDir>/../shared'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    ],
  },
};

/** @type {import('jest').Config} */
export default {
  maxWorkers: availableParallelism(),
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{src,service-worker}/**/*.spec.ts'],
      moduleNameMapper: sharedPackage,
    },
    {
      ...shared,
      displayName: 'components',
      runtime: '<rootDir>/test/runner/shared-modules-runtime.mjs',
      testEnvironment: '<rootDir>/test/shared-browser-environment.cjs',
      testEnvironmentOptions: { html: page },
      testMatch: ['<rootDir>/src/**/*.spec.tsx'],
      setupFilesAfterEnv: ['<rootDir>/test/browser-setup.ts'],
      moduleNameMapper: {
        ...sharedPackage,
        '\\.css$': 'identity-obj-proxy',
        // jsdom has no layout, which CodeMirror needs; without it the form keeps its plain text field.
        '/code-editor$': '<rootDir>/test/no-code-editor.ts',
        // Its build for browsers, which bundlers find by a field that Jest does not read.
        '^tus-js-client$': '<rootDir>/../node_modules/tus-js-client/lib.es5/browser/index.js',
      },
    },
  ],
};
