import type { Actor } from './actor.js';

/**
 * Resolves a session token to its user. Implemented by auth; undefined when the session is unknown, ended or revoked.
 */
export abstract class ActorResolver {
  abstract resolve(token: string): Promise<Actor | undefined>;
}

/** The permission catalogue. Implemented by roles. */
export abstract class PermissionDirectory {
  abstract has(permission: string): boolean;
  /** names of the roles that hold a permission now, the most powerful first */
  abstract listRolesWith(permission: string): Promise<string[]>;
}
