import { defineEntity, p } from '@mikro-orm/core';

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
    /** what people are mentioned by; derived from the name */
    handle: p.type('citext').$type<string>().unique(),
    name: p.text(),
    /** null: signs in by other means and has no password yet */
    passwordHash: p.text().nullable().lazy(),
    role: p.text(),
    bio: p.text(),
    skills: p.array<string>(),
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

/** What people say of themselves. */
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

/** A person with an account. */
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

  /** What is not given stays. The handle stays in any case: mentions refer to it. */
  changeProfile(changes: { [K in keyof ProfileFields]: ProfileFields[K] | null | undefined }, now = new Date()): void {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined && value !== null);
    Object.assign(this, Object.fromEntries(given), { updatedAt: now });
  }

  showAvatar(fileId: string | null, now = new Date()): void {
    this.avatarFileId = fileId;
    this.updatedAt = now;
  }

  /** The address is this person's own. The day it was first proved stays. */
  verifyEmail(now = new Date()): void {
    this.emailVerifiedAt ??= now;
  }

  signedIn(now = new Date()): void {
    this.lastLoginAt = now;
  }
}
UserSchema.setClass(User);
