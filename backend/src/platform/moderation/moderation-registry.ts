import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';

/** One more than screens of moderators show, which tells that there is more. */
export const MODERATED_TEXT = 4001;

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

/** What moderators see of a subject. */
export interface ModeratedDescription extends ModeratedCaption {
  author_id: string;
  /**
   * the beginning of its Markdown, {@link MODERATED_TEXT} characters at most; for an item with a screen of its own, its
   * summary
   */
  text: string;
  /** null for subjects without versions */
  version: number | null;
  hidden_at: Date | null;
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
  /** A statement for one row, none when the subject is missing. */
  selectDescription(id: RawBuilder<string>): RawBuilder<ModeratedDescription>;
  /** The id of the category that the subject with this id is in; null for none. */
  selectCategory(id: RawBuilder<string>): RawBuilder<string | null>;
  /** A statement without order and limit for the hidden subjects that were not deleted. */
  selectHidden(): RawBuilder<{ id: string; hidden_at: Date }>;
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

  /** The types of the subjects. */
  get types(): string[] {
    return [...this.rules.keys()];
  }

  /**
   * A statement for a lateral join that describes a subject of any type.
   * @param subject its type and id
   */
  selectDescription(subject: { type: RawBuilder<unknown>; id: RawBuilder<string> }): RawBuilder<ModeratedDescription> {
    const branches = [...this.rules].map(
      ([type, rule]) => sql`select d.title, d.path, d.author_id, d.text, d.version, d.hidden_at
         from (${rule.selectDescription(subject.id)}) d
         where ${subject.type} = ${sql.lit(type)}`,
    );
    return sql`${sql.join(branches, sql`\nunion all\n`)}`;
  }
}
