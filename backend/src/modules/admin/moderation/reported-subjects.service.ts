import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import {
  type ModeratedCaption,
  type ModeratedSubject,
  ModerationRegistry,
} from '../../../platform/moderation/moderation-registry.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';

/** The types of what can be reported; modules register them with the ModerationRegistry and the VisibilityRegistry. */
export const reportedTypes = ['document', 'video', 'comment', 'thread', 'post'] as const;
export type ReportedType = (typeof reportedTypes)[number];

/** What is reported. */
export interface ReportedSubject {
  type: ReportedType;
  id: string;
}

export const isReportedType = (type: string): type is ReportedType =>
  reportedTypes.some((reported) => reported === type);

/** A subject that is locked until the transaction ends. */
export interface LockedSubject extends ReportedSubject {
  authorId: string;
  isHidden: boolean;
}

/** What is reported, from all modules. Except for {@link lock}, permissions are not checked. */
@Injectable()
export class ReportedSubjectsService {
  constructor(
    private readonly moderation: ModerationRegistry,
    private readonly visibility: VisibilityRegistry,
  ) {}

  /** @throws 404 when it is missing or not visible to the actor, judged after the lock is taken */
  async lock(actor: Actor, { type, id }: ReportedSubject): Promise<LockedSubject> {
    const subject = await this.find({ type, id });
    const found = subject && (await this.visibility.findVisible(type, actor, [subject.id]));
    if (!subject || !found?.visible.has(subject.id)) throw notFound(type);
    return { ...subject, type };
  }

  /** Locks it as well. Undefined when it is missing. */
  find({ type, id }: ReportedSubject): Promise<ModeratedSubject | undefined> {
    return this.moderation.get(type).lock(id);
  }

  async hide({ type, id }: LockedSubject): Promise<void> {
    await this.moderation.get(type).hide(id);
  }

  async restore({ type, id }: LockedSubject): Promise<void> {
    await this.moderation.get(type).restore(id);
  }

  findCaption({ type, id }: ReportedSubject): Promise<ModeratedCaption | undefined> {
    return this.moderation.get(type).findCaption(id);
  }

  /** Those that were deleted. */
  async listDeleted(type: ReportedType, ids: readonly string[]): Promise<string[]> {
    const existing = await this.moderation.get(type).findExisting(ids);
    return ids.filter((id) => !existing.has(id));
  }
}
