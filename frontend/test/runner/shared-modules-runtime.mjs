// All test files of a worker share one page and the modules that it has loaded, as in a browser: React, Mantine and the
// app are evaluated once a worker and not once a file, which took most of the time. Only the test files and what
// belongs to them (frontend/test) are evaluated for each file, because they register hooks.
// See docs/decisions/0008-test-files-share-modules.md.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import JestRuntime from 'jest-runtime';

const GLOBALS = '@jest/globals/';
const TEST_FOLDER = `${path.resolve(import.meta.dirname, '..')}${path.sep}`;

/** What the files of this worker share, by the address of each module. */
const modules = { es: new Map(), commonJs: new Map() };

export default class SharedModulesRuntime extends JestRuntime {
  #isShared;

  constructor(config, environment, ...options) {
    super(config, environment, ...options);
    this.#isShared = environment.isShared;
    if (!this.#isShared) return;
    this.registries.esModuleRegistry = modules.es;
    this.registries.moduleRegistry = modules.commonJs;
    // Modules import others by the runtime of the file that loaded them first, which must not end with that file.
    this.testState.leaveTestCode = () => undefined;
  }

  /** Keeps the modules, which may still import others, but none that has the `expect` and hooks of this file. */
  teardown() {
    if (!this.#isShared) return super.teardown();
    this.restoreAllMocks();
    const names = [...modules.es.keys()];
    const users = new Set(names.filter((name) => name.startsWith(GLOBALS)).map((name) => name.slice(GLOBALS.length)));
    for (const name of names) {
      const file = name.startsWith('file:') ? fileURLToPath(name.replace(/[?#].*/, '')) : name;
      if (name.startsWith(GLOBALS) || users.has(file) || file.startsWith(TEST_FOLDER)) modules.es.delete(name);
    }
    this.registries.internalModuleRegistry.clear();
  }

  resetModules() {
    // The constructor of Jest's runtime calls it too.
    if (#isShared in this && this.#isShared)
      throw new Error('Modules are shared: use "@jest-environment ./test/browser-environment.cjs".');
    super.resetModules();
  }

  setModuleMock(...options) {
    if (this.#isShared) throw new Error('Modules are shared, so they cannot be mocked: spy on an object.');
    super.setModuleMock(...options);
  }
}
