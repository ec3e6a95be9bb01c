const BrowserEnvironment = require('./browser-environment.cjs');

/** The page of this worker, which global-teardown.mjs closes where no worker is started. */
let shared;

/** One page for all test files of a worker, which is empty again after each. */
module.exports = class SharedBrowserEnvironment extends BrowserEnvironment {
  constructor(...options) {
    if (shared) return shared;
    super(...options);
    shared = Object.assign(this, { isShared: true });
    globalThis.sharedPage = this.global;
  }

  async teardown() {
    this.fakeTimersModern.useRealTimers();
    const { document } = this.global;
    document.body.replaceChildren();
    // The tests of the ended file, which its test framework keeps here.
    for (const symbol of Object.getOwnPropertySymbols(this.global))
      if (['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'].includes(symbol.description)) delete this.global[symbol];
  }
};
