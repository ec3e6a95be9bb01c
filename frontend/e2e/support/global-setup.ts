import { admin, errorsInServerLog, startProductUnderTest } from './product-under-test.js';

async function request(url: string, token: string | undefined, method: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Registers users without a mail, because every test creates some. */
async function allowRegistrationWithoutLink(url: string): Promise<void> {
  const { session_token } = (await request(`${url}/api/auth/login-manual`, undefined, 'POST', admin)) as {
    session_token: string;
  };
  const values = { 'auth.registration_by_link': false };
  await request(`${url}/api/admin/settings`, session_token, 'PUT', { values });
}

/** Starts the app before the tests and returns the function that stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { url, databaseUrl, stop } = await startProductUnderTest();
  await allowRegistrationWithoutLink(url);
  // Inherited by the workers.
  process.env['E2E_BASE_URL'] = url;
  process.env['E2E_DATABASE_URL'] = databaseUrl;
  return async () => {
    await stop();
    const errors = errorsInServerLog();
    if (errors.length) throw new Error(`The product reported errors during the tests:\n${errors.join('\n')}`);
  };
}
