import { defineEntity, p } from '@mikro-orm/core';
import { TextArrayType } from '../../../platform/database/text-array-type.js';
import { forbidden } from '../../../platform/http/errors/domain-error.js';
import { type Permission, permissions as catalogue } from './catalogue.js';
import type { StyleTokens } from './style-tokens.js';
import slugify from '@sindresorhus/slugify';

export const ROLE_NAME_MAX = 50;

/** Whether a path parameter can be a role name; others give 404 without a query. */
export const isRoleName = (value: string): boolean => /^[A-Z0-9_]{1,60}$/.test(value);

/** Derives a role name from user input: "Über-Setzer 2" → UEBER_SETZER_2. Empty without letters and digits. */
export const toRoleName = (text: string): string =>
  slugify(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '), { decamelize: false, separator: '_' })
    .toUpperCase()
    .slice(0, ROLE_NAME_MAX)
    .replace(/_$/, '');

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
    permissions: p.type(TextArrayType),
    badgeVisible: p.boolean(),
    /** only what differs from the default style */
    style: p.json<Partial<StyleTokens>>(),
    createdAt: p.datetime(),
  },
});

/** The editable fields of a custom role. */
export interface RoleFields {
  displayName: string;
  description: string;
  color: string;
  priority: number;
}

/** A role: its permissions and the style of its badge. */
export class Role extends RoleSchema.class {
  /** A new role without permissions and without a visible badge. */
  static createCustom(fields: RoleFields & { name: string; id: string }, now = new Date()): Role {
    return Object.assign(new Role(), {
      ...fields,
      isSystem: false,
      permissions: [],
      badgeVisible: false,
      style: {},
      createdAt: now,
    });
  }

  /** Undefined fields stay unchanged. @throws 403 for a system role */
  update({ displayName, description, color, priority }: { [K in keyof RoleFields]: RoleFields[K] | undefined }): void {
    this.requireCustom();
    this.displayName = displayName ?? this.displayName;
    this.description = description ?? this.description;
    this.color = color ?? this.color;
    this.priority = priority ?? this.priority;
  }

  /** @throws 403 for a system role */
  requireCustom(): void {
    if (this.isSystem) throw forbidden('System roles cannot be edited or deleted.', 'system_role');
  }

  /** Stored in the order of the catalogue. @throws 403 when ADMIN would lose one */
  setPermissions(permissions: ReadonlySet<Permission>): void {
    if (this.name === 'ADMIN' && permissions.size < catalogue.length)
      throw forbidden('ADMIN always keeps all permissions, so that the hub can be administered.', 'admin_locked');
    this.permissions = catalogue.filter(({ id }) => permissions.has(id)).map(({ id }) => id);
  }
}
RoleSchema.setClass(Role);
