import { errorsInServerLog, startProductUnderTest } from './product-under-test.js';

/** Starts the app before the tests and returns the function that stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { url, stop } = await startProductUnderTest();
  process.env['E2E_BASE_URL'] = url; // inherited by the workers
  return async () => {
    await stop();
    const errors = errorsInServerLog();
    if (errors.length) throw new Error(`The product reported errors during the tests:\n${errors.join('\n')}`);
  };
}
