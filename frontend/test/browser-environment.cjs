const { TestEnvironment } = require('jest-environment-jsdom');

/** Web APIs that jsdom lacks and Node has. */
const NODE_APIS = ['BroadcastChannel', 'Response', 'structuredClone', 'TextDecoder', 'TextEncoder', 'TransformStream'];

module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of NODE_APIS) this.global[name] = globalThis[name];
  }
};
