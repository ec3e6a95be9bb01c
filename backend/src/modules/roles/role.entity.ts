import { defineEntity, p } from '@mikro-orm/core';

const RoleSchema = defineEntity({
  name: 'Role',
  tableName: 'roles',
  properties: {
    /** UPPER_SNAKE; never changes, users refer to it */
    name: p.text().primary(),
    id: p.uuid().unique(),
    displayName: p.text(),
    description: p.text(),
    color: p.text(),
    priority: p.integer(),
    isSystem: p.boolean(),
    permissions: p.array<string>(),
    badgeVisible: p.boolean(),
    style: p.json<Record<string, unknown>>(),
    createdAt: p.datetime(),
  },
});

/** A role: what its people may do, and how its badge looks. */
export class Role extends RoleSchema.class {}
RoleSchema.setClass(Role);
