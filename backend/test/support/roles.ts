import { randomUUID } from 'node:crypto';
import { systemRoles } from '../../src/modules/roles/index.js';
import type { SendRequest } from './http.js';
import type { TestApp } from './test-app.js';
import type { TestUser } from './users.js';

/** Creates a custom role over the API. @returns its name and id */
export async function createRole(
  admin: TestUser,
  permissions: readonly string[] = [],
  fields: object = {},
): Promise<{ name: string; id: string }> {
  const body = { name: `Custom ${randomUUID().slice(0, 8)}`, display_name: 'Custom', ...fields };
  const created = await admin.request<{ name: string; id: string }>('POST', '/admin/custom-roles', { body });
  if (created.status !== 201) throw new Error(`Creating a role failed: ${created.text}`);
  const { name, id } = created.body;
  const allowed = await admin.request('PUT', `/admin/role-permissions/${name}`, { body: { permissions } });
  if (allowed.status !== 200) throw new Error(`Setting its permissions failed: ${allowed.text}`);
  return { name, id };
}

/**
 * Requests of a guest, of a user with each system role and of one with each custom role.
 * @param customRoles permissions by the name that the test gives the requester
 */
export async function createRequesters(
  hub: TestApp,
  admin: TestUser,
  customRoles: Record<string, readonly string[]>,
): Promise<Map<string, SendRequest>> {
  const requesters = new Map<string, SendRequest>([['guest', hub.request]]);
  for (const { name } of systemRoles) requesters.set(name, (await hub.users.create(name)).request);
  for (const [name, permissions] of Object.entries(customRoles)) {
    const role = await createRole(admin, permissions);
    requesters.set(name, (await hub.users.create(role.name)).request);
  }
  return requesters;
}
