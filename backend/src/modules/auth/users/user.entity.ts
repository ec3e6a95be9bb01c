import { defineEntity, p } from '@mikro-orm/core';
import { TextArrayType } from '../../../platform/database/text-array-type.js';

/** The name of erased users; the view `people` has it as well. */
export const FORMER_MEMBER = 'Former member';

export interface NotificationPreferences {
  email: boolean;
  in_app: boolean;
}

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    email: p.type('citext').$type<string>().unique(),
    emailVerifiedAt: p.datetime().nullable(),
    /** for mentions; derived from the name */
    handle: p.type('citext').$type<string>().unique(),
    name: p.text(),
    /** null: no password yet, the user signs in by other means */
    passwordHash: p.text().nullable().lazy(),
    role: p.text(),
    bio: p.text(),
    skills: p.type(TextArrayType),
    preferences: p.json<NotificationPreferences>(),
    signature: p.text(),
    location: p.text(),
    website: p.text(),
    avatarFileId: p.uuid().nullable(),
    lastLoginAt: p.datetime().nullable(),
    deactivatedAt: p.datetime().nullable(),
    erasedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** The fields that users edit themselves. */
export interface ProfileFields {
  name: string;
  bio: string;
  skills: string[];
  preferences: NotificationPreferences;
  signature: string;
  location: string;
  website: string;
}

export interface NewUser {
  id: string;
  email: string;
  handle: string;
  name: string;
  role: string;
  passwordHash: string | null;
  emailVerified?: boolean;
}

/** A user account. */
export class User extends UserSchema.class {
  static register({ id, email, handle, name, role, passwordHash, emailVerified }: NewUser, now = new Date()): User {
    return Object.assign(new User(), {
      id,
      email,
      emailVerifiedAt: emailVerified ? now : null,
      handle,
      name,
      passwordHash,
      role,
      bio: '',
      skills: [],
      preferences: { email: true, in_app: true },
      signature: '',
      location: '',
      website: '',
      avatarFileId: null,
      lastLoginAt: null,
      deactivatedAt: null,
      erasedAt: null,
      createdAt: now,
      updatedAt: now,
    });
  }

  changeRole(role: string, now = new Date()): void {
    this.role = role;
    this.updatedAt = now;
  }

  setPassword(passwordHash: string, now = new Date()): void {
    this.passwordHash = passwordHash;
    this.updatedAt = now;
  }

  /** Omitted fields stay unchanged. The handle never changes: mentions refer to it. */
  updateProfile(changes: { [K in keyof ProfileFields]: ProfileFields[K] | null | undefined }, now = new Date()): void {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined && value !== null);
    Object.assign(this, Object.fromEntries(given), { updatedAt: now });
  }

  setAvatar(fileId: string | null, now = new Date()): void {
    this.avatarFileId = fileId;
    this.updatedAt = now;
  }

  /** Marks the email address as verified. The time of the first verification stays. */
  verifyEmail(now = new Date()): void {
    this.emailVerifiedAt ??= now;
  }

  deactivate(now = new Date()): void {
    this.deactivatedAt = now;
    this.updatedAt = now;
  }

  reactivate(now = new Date()): void {
    this.deactivatedAt = null;
    this.updatedAt = now;
  }

  /** Removes everything personal. The row stays as the author of what the user wrote. */
  erase(now = new Date()): void {
    Object.assign(this, {
      email: `${this.id}@erased.invalid`,
      emailVerifiedAt: null,
      handle: `former-member-${this.id.slice(-12)}`,
      name: FORMER_MEMBER,
      passwordHash: null,
      // Custom roles of erased users can be deleted.
      role: 'VIEWER',
      bio: '',
      skills: [],
      preferences: { email: false, in_app: false },
      signature: '',
      location: '',
      website: '',
      avatarFileId: null,
      lastLoginAt: null,
      erasedAt: now,
      updatedAt: now,
    });
  }

  recordLogin(now = new Date()): void {
    this.lastLoginAt = now;
  }
}
UserSchema.setClass(User);
