import { errorsInServerLog, startProductUnderTest } from './product-under-test.js';

/** Starts the product before the tests and returns what ends it after them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { url, stop } = await startProductUnderTest();
  process.env['E2E_BASE_URL'] = url; // the workers inherit it
  return async () => {
    await stop();
    const errors = errorsInServerLog();
    if (errors.length) throw new Error(`The product reported errors during the tests:\n${errors.join('\n')}`);
  };
}
