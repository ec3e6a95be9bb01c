import { randomUUID } from 'node:crypto';
import type { Person } from './people.js';

/** A role of the hub's own, made as an administrator makes one. @returns its name and id */
export async function makeRole(
  admin: Person,
  permissions: readonly string[] = [],
  fields: object = {},
): Promise<{ name: string; id: string }> {
  const body = { name: `Custom ${randomUUID().slice(0, 8)}`, display_name: 'Custom', ...fields };
  const made = await admin.ask<{ name: string; id: string }>('POST', '/admin/custom-roles', { body });
  if (made.status !== 201) throw new Error(`Making a role failed: ${made.text}`);
  const { name, id } = made.body;
  const allowed = await admin.ask('PUT', `/admin/role-permissions/${name}`, { body: { permissions } });
  if (allowed.status !== 200) throw new Error(`Giving it permissions failed: ${allowed.text}`);
  return { name, id };
}
