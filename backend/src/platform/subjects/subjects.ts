import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';

/** What a row elsewhere is about: the document of a notification, the comment of a report. */
export interface Subject {
  type: string;
  id: string;
}

/** Adds a parameter to a statement. @returns its placeholder */
export type Bind = (value: unknown) => string;

/** Who may see the things of one type: the same rule that their own pages obey, in the two shapes that others need. */
export interface SubjectRule {
  /** SQL that is true where this actor may see the thing whose id the expression `id` is */
  visible(id: string, actor: Actor, bind: Bind): string;
  /** those of the actors who may see this one thing, at the cost of one statement */
  readers(id: string, actors: readonly Actor[]): Promise<Actor[]>;
}

/**
 * Lets rows of one module follow the visibility of another module's things without knowing its tables. A type that nobody
 * registered is visible to nobody.
 */
@Injectable()
export class Subjects {
  private readonly rules = new Map<string, SubjectRule>();

  register(type: string, rule: SubjectRule): void {
    if (this.rules.has(type)) throw new Error(`Who may see a ${type} is registered twice.`);
    this.rules.set(type, rule);
  }

  /** SQL for rows that name their subject in two columns; those without a subject are seen. */
  visible(columns: { type: string; id: string }, actor: Actor, bind: Bind): string {
    const rules = [...this.rules].map(
      ([type, rule]) => `when ${columns.type} = ${bind(type)} then ${rule.visible(columns.id, actor, bind)}`,
    );
    return `(case when ${columns.type} is null then true ${rules.join(' ')} else false end)`;
  }

  async readers(subject: Subject | null, actors: readonly Actor[]): Promise<Actor[]> {
    if (!subject) return [...actors];
    return (await this.rules.get(subject.type)?.readers(subject.id, actors)) ?? [];
  }
}
