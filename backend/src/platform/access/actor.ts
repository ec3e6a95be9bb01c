import type { Language } from '@hub/shared/languages';

/** What an API token is limited to. Reading is every GET and HEAD, writing everything else. */
export const apiTokenScopes = ['read', 'write'] as const;
export type ApiTokenScope = (typeof apiTokenScopes)[number];

/** The two trees of categories. */
export type CategoryArea = 'content' | 'forum';

/** The categories with limits that the groups of a user open to them; who may write may read, who moderates both. */
export interface CategoryGrants {
  read: readonly string[];
  write: readonly string[];
  moderate: readonly string[];
}

export const noGrants: CategoryGrants = { read: [], write: [], moderate: [] };

/** Permissions whose holders are bound by no limits of categories. */
export const unlimitedBy: Record<CategoryArea, string> = { content: 'content.edit_any', forum: 'forum.moderate' };

/** The author of a request: a signed-in user with the permissions of their role at this moment, or a guest. */
export class Actor {
  private constructor(
    readonly id: string | null,
    readonly name: string | null,
    readonly role: string | null,
    readonly permissions: ReadonlySet<string>,
    readonly sessionId: string | null,
    /** null without an API token: everything that the permissions allow */
    readonly tokenScopes: readonly ApiTokenScope[] | null = null,
    /** the language that the user has set; null without a choice */
    readonly language: Language | null = null,
    readonly categoryGrants: CategoryGrants = noGrants,
  ) {}

  static readonly guest = new Actor(null, null, null, new Set(), null);

  static user(user: {
    id: string;
    name: string;
    role: string;
    permissions: readonly string[];
    sessionId: string | null;
    tokenScopes?: readonly ApiTokenScope[];
    language?: Language | null;
    categoryGrants?: CategoryGrants;
  }): Actor {
    const { id, name, role, permissions, sessionId, tokenScopes, language, categoryGrants } = user;
    return new Actor(id, name, role, new Set(permissions), sessionId, tokenScopes, language, categoryGrants);
  }

  /** The same user where they may do more, such as in a category that their group moderates. */
  withPermissions(...permissions: string[]): Actor {
    return this.with([...this.permissions, ...permissions]);
  }

  /** The same user after a change of what their groups open. */
  withCategoryGrants(grants: CategoryGrants): Actor {
    return this.with(this.permissions, grants);
  }

  /** The same user where they may do less, such as in a category where others write. */
  withoutPermissions(...permissions: string[]): Actor {
    return this.with([...this.permissions].filter((permission) => !permissions.includes(permission)));
  }

  private with(permissions: Iterable<string>, categoryGrants = this.categoryGrants): Actor {
    return new Actor(
      this.id,
      this.name,
      this.role,
      new Set(permissions),
      this.sessionId,
      this.tokenScopes,
      this.language,
      categoryGrants,
    );
  }

  /** Whether no limits of categories hold for this user in one of the two trees. */
  isUnlimitedIn(area: CategoryArea): boolean {
    return this.can(unlimitedBy[area]);
  }

  /** Whether a group of the user moderates a category, of content or of the forum. */
  get isCategoryModerator(): boolean {
    return this.categoryGrants.moderate.length > 0;
  }

  get isGuest(): boolean {
    return this.id === null;
  }

  can(permission: string): boolean {
    return this.permissions.has(permission);
  }

  canAny(...permissions: string[]): boolean {
    return permissions.some((permission) => this.permissions.has(permission));
  }

  /** The id. For routes whose access decorator has already refused guests. */
  get userId(): string {
    if (this.id === null)
      throw new Error('A guest reached code for signed-in users; its route needs @SignedIn() or @RequirePermission().');
    return this.id;
  }
}

/**
 * Sorted, so that equal grants make equal keys of caches.
 * @param levels in any order, as they are stored: each level without those that it includes
 */
export const createGrants = ({ read = [], write = [], moderate = [] }: Partial<CategoryGrants>): CategoryGrants => ({
  read: sortUnique([...read, ...write, ...moderate]),
  write: sortUnique([...write, ...moderate]),
  moderate: sortUnique(moderate),
});

const sortUnique = (ids: readonly string[]): string[] => [...new Set(ids)].sort();
