import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../access/actor.js';

/** An object of any module that other rows refer to: the document of a notification, the comment that uses a file. */
export interface Subject {
  type: string;
  id: string;
}

/** Ids of subjects of one type. */
export interface VisibleSubjects {
  /** those that the actor may see */
  visible: ReadonlySet<string>;
  /** those that everyone may see; a subset of `visible` */
  public: ReadonlySet<string>;
}

/** What one actor, and everyone, may see of a group of subjects. */
export interface Visibility {
  visible: boolean;
  public: boolean;
}

/** The visibility rule of one subject type, in the forms that other modules need. */
export interface VisibilityRule {
  /** Which of these subjects one actor may see, in one statement. */
  findVisible(actor: Actor, ids: string[]): Promise<VisibleSubjects>;
  /** Whether the actor may see the subject with the id that the expression is. For rows that name a subject. */
  isVisible?(id: RawBuilder<string>, actor: Actor): RawBuilder<boolean>;
  /** The beginning of the text of the subject with this id, as Markdown; null where the actor may not see it. */
  selectText?(id: RawBuilder<string>, actor: Actor): RawBuilder<string | null>;
  /** The actors who may see one subject, in one statement. For notifications. */
  filterViewers?(id: string, actors: readonly Actor[]): Promise<Actor[]>;
  /** Whether the sign-in page shows the subjects, so that guests of a private hub see them, and no others. */
  isForSignIn?: boolean;
}

const nothing: VisibleSubjects = { visible: new Set(), public: new Set() };

/**
 * The visibility rules of all modules, one per subject type. Files, notifications and other rows follow the visibility
 * of the subject they refer to without knowing its tables. Subjects of unregistered types are invisible.
 */
@Injectable()
export class VisibilityRegistry {
  private readonly rules = new Map<string, VisibilityRule>();

  register(type: string, rule: VisibilityRule): void {
    if (this.rules.has(type)) throw new Error(`The visibility of ${type} is registered twice.`);
    this.rules.set(type, rule);
  }

  has(type: string): boolean {
    return this.rules.has(type);
  }

  isForSignIn(type: string): boolean {
    return this.rules.get(type)?.isForSignIn ?? false;
  }

  async findVisible(type: string, actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    return (await this.rules.get(type)?.findVisible(actor, ids)) ?? nothing;
  }

  /**
   * Calls each rule once for all subjects of its type.
   * @returns a function for groups of these subjects; one visible subject makes its group visible
   */
  async loadVisibility(actor: Actor, subjects: readonly Subject[]): Promise<(group: readonly Subject[]) => Visibility> {
    const found = new Map<string, VisibleSubjects>();
    for (const [type, ofType] of Map.groupBy(subjects, (subject) => subject.type))
      found.set(type, await this.findVisible(type, actor, [...new Set(ofType.map(({ id }) => id))]));
    const hasAny = (group: readonly Subject[], set: keyof VisibleSubjects) =>
      group.some(({ type, id }) => found.get(type)?.[set].has(id));
    return (group) => ({ visible: hasAny(group, 'visible'), public: hasAny(group, 'public') });
  }

  /** For rows that name their subject in two columns; rows without a subject are visible. */
  isVisible(subject: { type: RawBuilder<unknown>; id: RawBuilder<string> }, actor: Actor): RawBuilder<boolean> {
    const cases = [...this.rules].flatMap(([type, rule]) =>
      rule.isVisible
        ? [sql`when ${subject.type} = ${type} then ${this.isSubjectVisible(type, subject.id, actor)}`]
        : [],
    );
    return sql`(case when ${subject.type} is null then true ${sql.join(cases, sql` `)} else false end)`;
  }

  /** For rows whose subjects are all of one type. */
  isSubjectVisible(type: string, id: RawBuilder<string>, actor: Actor): RawBuilder<boolean> {
    return this.rules.get(type)?.isVisible?.(id, actor) ?? sql<boolean>`false`;
  }

  /**
   * For rows that name a subject in two columns: the beginning of its text, as Markdown; null for subjects without one,
   * and for those that the actor may not see.
   */
  selectText(
    { type, id }: { type: RawBuilder<unknown>; id: RawBuilder<string> },
    actor: Actor,
  ): RawBuilder<string | null> {
    const cases = [...this.rules].flatMap(([registered, rule]) =>
      rule.selectText ? [sql`when ${type} = ${registered} then ${rule.selectText(id, actor)}`] : [],
    );
    return cases.length ? sql`(case ${sql.join(cases, sql` `)} end)` : sql`null::text`;
  }

  /** The actors who may see a subject; all of them when there is none. */
  async filterViewers(subject: Subject | null, actors: readonly Actor[]): Promise<Actor[]> {
    if (!subject) return [...actors];
    return (await this.rules.get(subject.type)?.filterViewers?.(subject.id, actors)) ?? [];
  }
}
