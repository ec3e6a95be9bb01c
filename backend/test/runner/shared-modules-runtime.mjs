// Runs test files as Node runs programs, instead of in a sandbox each: all files of a worker share its modules, so that
// NestJS and the ORM are evaluated once a worker and not once a file, which took half of the time.
// See docs/decisions/0008-test-files-share-modules.md.
import { createRequire } from 'node:module';
import JestRuntime from 'jest-runtime';
import { useGlobals } from './jest-globals.mjs';
import { importSource, sourceMaps, useTransformer } from './module-hooks.mjs';

const require = createRequire(import.meta.url);
const asModule = {
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};
const sharedModules = () => {
  throw new Error(
    'Test files share their modules, so modules cannot be mocked: ' +
      'spy on an object (jest.spyOn) or replace a provider of the app.',
  );
};

export default class NativeRuntime extends JestRuntime {
  #testPath;

  constructor(config, environment, resolver, transformer, cache, options, testPath, globalConfig) {
    super(config, environment, resolver, transformer, cache, options, testPath, globalConfig);
    this.#testPath = testPath;
    useTransformer((file) => transformer.transform(file, asModule));
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    useGlobals(this.requireModuleOrMock(this.#testPath, '@jest/globals'));
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(file) {
    return importSource(file);
  }

  /** The test framework is loaded again for each file, because its modules hold the registered tests. */
  requireInternalModule(from, to) {
    if (to) return super.requireInternalModule(from, to);
    delete require.cache[from];
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'].includes(symbol.description)) delete globalThis[symbol];
    }
    return require(from);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  setMock = sharedModules;
  setModuleMock = sharedModules;
  resetModules() {}
}
