import { Injectable } from '@nestjs/common';

/** A subject that users can report and moderators can hide. */
export interface ModeratedSubject {
  /** as stored; the request may spell the UUID in capitals */
  id: string;
  authorId: string;
  isHidden: boolean;
}

export interface ModeratedCaption {
  /** of the subject, or of what it belongs to */
  title: string;
  /** path in the frontend */
  path: string;
}

/**
 * How subjects of one type are moderated. Everything joins the caller's transaction. Permissions are not checked.
 * Hidden subjects exist for their authors and for moderators only; counters, search entries and caches follow.
 */
export interface ModerationRule {
  /** Locks the subject until the transaction ends. Undefined when it is missing. */
  lock(id: string): Promise<ModeratedSubject | undefined>;
  /** For a locked subject that is not hidden. */
  hide(id: string): Promise<void>;
  /** For a locked subject that is hidden. */
  restore(id: string): Promise<void>;
  /** Undefined when it is missing. */
  findCaption(id: string): Promise<ModeratedCaption | undefined>;
  /** Those of these subjects that were not deleted. */
  findExisting(ids: readonly string[]): Promise<Set<string>>;
}

/**
 * The subjects of all modules that can be reported and hidden, one rule per type. Reports and decisions of moderators
 * know neither their tables nor what is derived from them.
 */
@Injectable()
export class ModerationRegistry {
  private readonly rules = new Map<string, ModerationRule>();

  register(type: string, rule: ModerationRule): void {
    if (this.rules.has(type)) throw new Error(`The moderation of ${type} is registered twice.`);
    this.rules.set(type, rule);
  }

  get(type: string): ModerationRule {
    const rule = this.rules.get(type);
    if (!rule) throw new Error(`The moderation of ${type} is not registered.`);
    return rule;
  }
}
