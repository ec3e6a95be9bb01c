import type { Localized } from '../language/texts.js';
import type { Actor } from './actor.js';
import { defineChannel } from '../pubsub/pubsub.js';

/**
 * Resolves a session token to its user. Implemented by auth; undefined when the session is unknown, ended or revoked.
 */
export abstract class ActorResolver {
  abstract resolve(token: string): Promise<Actor | undefined>;
}

/** Resolves an API token to its user. Implemented by auth; undefined when the token is unknown, expired or revoked. */
export abstract class ApiTokenResolver {
  abstract resolve(token: string): Promise<Actor | undefined>;
}

/** The permission catalogue. Implemented by roles. */
export abstract class PermissionDirectory {
  abstract has(permission: string): boolean;
  /** whether changes under a permission need a session: an API token could otherwise extend its own power */
  abstract requiresSession(permission: string): boolean;
  /** names of the roles that hold a permission now, the most powerful first */
  abstract listRolesByPermission(permission: string): Promise<string[]>;
  /** their display names, in the same order */
  abstract listDisplayNamesByPermission(permission: string): Promise<Localized[]>;
}

/** Whether guests may read the hub. Implemented by the settings, whose changes the next request obeys. */
export abstract class PrivacyResolver {
  /** Whether only signed-in users may read the hub. */
  abstract isPrivate(): Promise<boolean>;

  async isClosedTo(actor: Actor): Promise<boolean> {
    return actor.isGuest && (await this.isPrivate());
  }
}

/** Published when sessions end for any reason, to close their open streams. At most 100 ids per message. */
export const sessionsEnded = defineChannel<{ ids: string[] }>('sessions.ended');

/**
 * Published when the role or groups of a user, the permissions of a role, or the limits of a category change, to update
 * open windows.
 */
export const accessChanged = defineChannel<{ userId: string } | { role: string } | { everyone: true }>(
  'access.changed',
);
