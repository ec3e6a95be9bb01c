import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type EventData, type EventMeta, Events } from '../../../platform/events/events.js';
import { userRegistered } from '../../auth/index.js';
import { ForumFacade, postCreated, threadCreated, threadDeleted, threadSolved } from '../../forum/index.js';
import { type ActivityEntry, ActivityLog } from './activity-log.js';
import {
  commentCreated,
  ContentInsightsFacade,
  contentKinds,
  documentReviewed,
  documentStatusChanged,
  itemCreated,
  itemDeleted,
  type StoredView,
  videoProcessed,
  videoReviewed,
  videoStatusChanged,
} from '../../content/index.js';

const statusActions = {
  IN_REVIEW: 'submitted',
  PUBLISHED: 'published',
  ARCHIVED: 'archived',
  PROCESSING: 'reprocessed',
  READY: 'published',
  ERROR: 'stopped',
} as const;

type StatusChange = EventData<typeof documentStatusChanged> | EventData<typeof videoStatusChanged>;

/** A submitted item becomes a draft when its author withdraws it, or when a reviewer requests changes. */
function getStatusAction({ before, after, authorId, actorId }: StatusChange): string {
  if (after !== 'DRAFT') return statusActions[after];
  if (before !== 'IN_REVIEW') return 'unpublished';
  return actorId === authorId ? 'withdrawn' : 'sent_back';
}

/** Records events and views of other modules in the activity log. */
@Injectable()
export class ActivityListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly log: ActivityLog,
    private readonly content: ContentInsightsFacade,
    private readonly forum: ForumFacade,
  ) {}

  onModuleInit(): void {
    const { events } = this;
    // Views are not outbox events: a job per event would cost more than the page itself.
    this.content.onViews((views) => this.recordViews(views));
    this.forum.onViews((views) => this.recordViews(views));
    for (const content_type of contentKinds) {
      events.on(itemCreated[content_type], 'activity', ({ id: content_id, authorId: user_id }, event) =>
        this.record(event, { action: 'created', content_type, content_id, user_id }),
      );
      events.on(itemDeleted[content_type], 'activity', async ({ id: content_id, actorId: user_id, isDemo }, event) => {
        if (!isDemo) await this.record(event, { action: 'deleted', content_type, content_id, user_id });
      });
    }
    events.on(documentStatusChanged, 'activity', (change, event) => {
      const { id: content_id, actorId: user_id } = change;
      return this.record(event, { action: getStatusAction(change), content_type: 'document', content_id, user_id });
    });
    events.on(
      documentReviewed,
      'activity',
      async ({ id: content_id, actorId: user_id, of: subject, action }, event) => {
        // A review of a document also changes its status, which is recorded already.
        if (subject === 'edit')
          await this.record(event, {
            action: action === 'approve' ? 'edit_approved' : 'edit_sent_back',
            content_type: 'document',
            content_id,
            user_id,
          });
      },
    );
    events.on(videoProcessed, 'activity', async ({ id: content_id, authorId: user_id, outcome }, event) => {
      if (outcome === 'published')
        await this.record(event, { action: 'published', content_type: 'video', content_id, user_id });
    });
    events.on(videoStatusChanged, 'activity', (change, event) => {
      const { id: content_id, actorId: user_id } = change;
      return this.record(event, { action: getStatusAction(change), content_type: 'video', content_id, user_id });
    });
    events.on(videoReviewed, 'activity', ({ id: content_id, actorId: user_id, action }, event) =>
      this.record(event, {
        action: action === 'approve' ? 'published' : 'sent_back',
        content_type: 'video',
        content_id,
        user_id,
      }),
    );
    events.on(commentCreated, 'activity', ({ itemId: content_id, authorId: user_id }, event) =>
      this.record(event, { action: 'commented', content_type: 'comment', content_id, user_id }),
    );
    events.on(threadCreated, 'activity', ({ id: content_id, authorId: user_id }, event) =>
      this.record(event, { action: 'created', content_type: 'thread', content_id, user_id }),
    );
    events.on(threadDeleted, 'activity', async ({ id: content_id, actorId: user_id, isDemo }, event) => {
      if (!isDemo) await this.record(event, { action: 'deleted', content_type: 'thread', content_id, user_id });
    });
    events.on(threadSolved, 'activity', ({ id: content_id, actorId: user_id }, event) =>
      this.record(event, { action: 'solved', content_type: 'thread', content_id, user_id }),
    );
    events.on(postCreated, 'activity', ({ id: content_id, authorId: user_id }, event) =>
      this.record(event, { action: 'replied', content_type: 'post', content_id, user_id }),
    );
    events.on(userRegistered, 'activity', ({ userId: user_id }, event) =>
      this.record(event, { action: 'registered', content_type: 'user', content_id: user_id, user_id }),
    );
  }

  private record({ id, at }: EventMeta, entry: Omit<ActivityEntry, 'id' | 'created_at'>): Promise<void> {
    return this.log.record({ id, created_at: at ?? new Date(), ...entry });
  }

  private recordViews(views: readonly StoredView[]): Promise<void> {
    const entries = views.map(({ id: content_id, kind: content_type, userId: user_id, at: created_at }) => ({
      id: uuidv7({ msecs: created_at.getTime() }),
      action: 'viewed',
      content_type,
      content_id,
      user_id,
      created_at,
    }));
    return this.log.recordAll(entries);
  }
}
