import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../platform/events/events.js';
import { isolated, type NotificationInput, NotificationsFacade } from '../../notifications/index.js';
import {
  type ClosingReason,
  type Decision,
  itemHidden,
  itemReported,
  itemRestored,
  reportsClosed,
  reportsDecided,
} from './moderation.events.js';
import { ModerationAccess } from './moderation-access.js';
import { type ReportedSubject, ReportedSubjectsService } from './reported-subjects.service.js';
import { ReportsRepository } from './reports.repository.js';
import type { Localized } from '../../../platform/language/texts.js';

/** The notifications of moderators that a decision answers. */
const openKinds = ['item_reported', 'reports_hid_item'];

/** The note in one line, as it was written. */
const withNote =
  (message: Localized, note: string): Localized =>
  (texts) =>
    note
      ? texts.moderation.withNote({ message: message(texts), note: isolated(note.replace(/\s+/g, ' ')) })
      : message(texts);

type Text = Pick<NotificationInput, 'kind' | 'title' | 'message'>;

/** Notifies moderators of reports, and authors and reporters of what followed. Reporters stay anonymous. */
@Injectable()
export class ModerationNotificationsListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly access: ModerationAccess,
    private readonly notifications: NotificationsFacade,
    private readonly subjects: ReportedSubjectsService,
    private readonly reports: ReportsRepository,
  ) {}

  onModuleInit(): void {
    const { events } = this;
    events.on(itemReported, 'notify-moderators', (event, { id }) => this.notifyReported(id, event));
    events.on(itemHidden, 'notify-moderators', (event, { id }) => this.notifyHidden(id, event));
    events.on(itemHidden, 'notify-author', ({ subject, authorId }, { id }) =>
      this.notifySubject(id, subject, [authorId], (what) => ({
        kind: 'item_hidden',
        title: ({ moderation }) => moderation.hidden.title(subject.type),
        message: (texts) => texts.moderation.hidden.byReports(what(texts)),
      })),
    );
    events.on(reportsDecided, 'notify-author', ({ subject, authorId, actorId, decision, wasHidden, note }, { id }) =>
      this.notifyAuthor(id, subject, authorId === actorId ? [] : [authorId], { decision, wasHidden, note }),
    );
    events.on(itemRestored, 'notify-author', ({ subject, authorId, actorId, note }, { id }) =>
      this.notifySubject(id, subject, authorId === actorId ? [] : [authorId], (what) => ({
        kind: 'item_restored',
        title: ({ moderation }) => moderation.restored.title(subject.type),
        message: withNote((texts) => texts.moderation.restored.message(what(texts)), note),
      })),
    );
    events.on(reportsDecided, 'notify-reporters', ({ subject, actorId, reporterIds, decision }, { id }) =>
      this.notifyReporters(
        id,
        subject,
        reporterIds.filter((userId) => userId !== actorId),
        decision,
      ),
    );
    for (const event of [reportsDecided, reportsClosed])
      events.on<{ subject: ReportedSubject }>(event, 'close-notifications', async ({ subject }, { id: before }) => {
        for (const kind of openKinds)
          await this.notifications.close({ kind, subjectId: subject.id, before, isRead: true });
      });
    events.on(reportsClosed, 'notify-reporters', (event, { id }) => this.notifyClosed(id, event));
  }

  /**
   * Listeners run in any order: an item that was hidden or decided on meanwhile has notifications of its own. The lock
   * keeps both from happening until this notification is stored, so that theirs can replace it.
   */
  private async notifyReported(
    key: string,
    { subject, reportId, authorId }: { subject: ReportedSubject; reportId: string; authorId: string },
  ): Promise<void> {
    const found = await this.subjects.find(subject);
    const reason = await this.reports.findOpenReason(reportId);
    if (!found || found.isHidden || reason === undefined) return;
    const [report] = await this.reports.listOpen(subject);
    await this.notifySubject(
      key,
      subject,
      await this.listModerators(subject, [authorId, report?.reporter_id]),
      (what) => ({
        kind: 'item_reported',
        title: ({ moderation }) => moderation.reported.title(subject.type),
        message: (texts) => texts.moderation.reported.message({ what: what(texts), reason }),
      }),
    );
  }

  /** Replaces the notification of the first report. */
  private async notifyHidden(
    key: string,
    { subject, authorId }: { subject: ReportedSubject; authorId: string },
  ): Promise<void> {
    const found = await this.subjects.find(subject);
    await this.notifications.close({ kind: 'item_reported', subjectId: subject.id, before: key, isRead: false });
    if (!found?.isHidden || !(await this.reports.listOpen(subject)).length) return;
    await this.notifySubject(key, subject, await this.listModerators(subject, [authorId]), (what) => ({
      kind: 'reports_hid_item',
      title: ({ moderation }) => moderation.hiddenByReports.title(subject.type),
      message: (texts) => texts.moderation.hiddenByReports.message(what(texts)),
    }));
  }

  /** Authors learn of reports only when their item was or is hidden. */
  private async notifyAuthor(
    key: string,
    subject: ReportedSubject,
    userIds: string[],
    { decision, wasHidden, note = '' }: { decision: Decision; wasHidden: boolean; note?: string | undefined },
  ): Promise<void> {
    if (decision === 'dismiss' && !wasHidden) return;
    await this.notifySubject(key, subject, userIds, (what): Text => {
      if (decision === 'dismiss')
        return {
          kind: 'item_restored',
          title: ({ moderation }) => moderation.restored.title(subject.type),
          message: withNote((texts) => texts.moderation.restored.canStay(what(texts)), note),
        };
      return {
        kind: 'item_hidden',
        title: ({ moderation }) => (wasHidden ? moderation.hidden.stays : moderation.hidden.title)(subject.type),
        message: withNote((texts) => texts.moderation.hidden.byModerator(what(texts)), note),
      };
    });
  }

  private async notifyReporters(
    key: string,
    subject: ReportedSubject,
    userIds: string[],
    decision: Decision,
  ): Promise<void> {
    if (decision === 'uphold')
      return this.notifyWithoutTitle(key, userIds, ({ moderation }) => moderation.reviewed.wasHidden(subject.type));
    await this.notifySubject(key, subject, userIds, (what) => ({
      kind: 'report_dismissed',
      title: ({ moderation }) => moderation.reviewed.title,
      message: (texts) => texts.moderation.reviewed.canStay(what(texts)),
    }));
  }

  /** A merged thread has the title and address of the one that its posts are in now, unless that was deleted. */
  private async notifyClosed(
    key: string,
    { subject, reporterIds, reason }: { subject: ReportedSubject; reporterIds: string[]; reason?: ClosingReason },
  ): Promise<void> {
    if (reason !== 'merged' || !(await this.subjects.findCaption(subject)))
      return this.notifyWithoutTitle(key, reporterIds, ({ moderation }) =>
        moderation.reviewed.wasDeleted(subject.type),
      );
    await this.notifySubject(key, subject, reporterIds, (what) => ({
      kind: 'reported_thread_merged',
      title: ({ moderation }) => moderation.reviewed.title,
      message: (texts) => texts.moderation.reviewed.wasMerged(what(texts)),
    }));
  }

  /** Without title and address: the reporters may not see the item any more. */
  private async notifyWithoutTitle(key: string, userIds: string[], message: Localized): Promise<void> {
    await this.notifications.notify({
      userIds,
      key,
      kind: 'report_upheld',
      title: ({ moderation }) => moderation.reviewed.title,
      message,
      url: '/notifications',
      subject: null,
    });
  }

  private async notifySubject(
    key: string,
    subject: ReportedSubject,
    userIds: string[],
    createText: (what: Localized) => Text,
  ): Promise<void> {
    const caption = userIds.length ? await this.subjects.findCaption(subject) : undefined;
    if (!caption) return;
    const title = isolated(caption.title);
    const text = createText(({ moderation }) => moderation.what[subject.type](title));
    await this.notifications.notify({ userIds, key, ...text, url: caption.path, subject });
  }

  private async listModerators(subject: ReportedSubject, except: readonly (string | undefined)[]): Promise<string[]> {
    return (await this.access.listModerators(subject)).filter((id) => !except.includes(id));
  }
}
