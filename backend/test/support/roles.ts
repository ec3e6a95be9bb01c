import { randomUUID } from 'node:crypto';
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
