/** What an API token is limited to. Reading is every GET and HEAD, writing everything else. */
export const apiTokenScopes = ['read', 'write'] as const;
export type ApiTokenScope = (typeof apiTokenScopes)[number];

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
  ) {}

  static readonly guest = new Actor(null, null, null, new Set(), null);

  static user(user: {
    id: string;
    name: string;
    role: string;
    permissions: readonly string[];
    sessionId: string | null;
    tokenScopes?: readonly ApiTokenScope[];
  }): Actor {
    return new Actor(user.id, user.name, user.role, new Set(user.permissions), user.sessionId, user.tokenScopes);
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
