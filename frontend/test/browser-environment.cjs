const { TestEnvironment } = require('jest-environment-jsdom');

/** Web APIs that jsdom lacks and Node has. */
const NODE_APIS = ['Response', 'structuredClone', 'TextDecoder', 'TextEncoder', 'TransformStream'];

/** Does not keep the process alive, like one of a page that is gone. */
class Channel extends BroadcastChannel {
  constructor(name) {
    super(name);
    this.unref();
  }
}

module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of NODE_APIS) this.global[name] = globalThis[name];
    this.global.BroadcastChannel = Channel;
  }
};
