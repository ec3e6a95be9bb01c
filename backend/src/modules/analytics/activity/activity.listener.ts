import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Events } from '../../../platform/events/events.js';
import { userRegistered } from '../../auth/index.js';
import { ForumFacade, postCreated, threadCreated, threadDeleted, threadSolved } from '../../forum/index.js';
import { ActivityLog } from './activity-log.js';
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
  DRAFT: 'withdrawn',
  IN_REVIEW: 'submitted',
  PUBLISHED: 'published',
  ARCHIVED: 'archived',
} as const;

const videoStatusActions = { PROCESSING: 'reprocessed', READY: 'published', ERROR: 'stopped' } as const;

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
    const { events, log } = this;
    // Views are not outbox events: a job per event would cost more than the page itself.
    this.content.onViews((views) => this.recordViews(views));
    this.forum.onViews((views) => this.recordViews(views));
    for (const contentType of contentKinds) {
      events.on(itemCreated[contentType], 'activity', ({ id: contentId, authorId: userId }, { id }) =>
        log.record({ id, action: 'created', contentType, contentId, userId }),
      );
      events.on(itemDeleted[contentType], 'activity', ({ id: contentId, actorId: userId }, { id }) =>
        log.record({ id, action: 'deleted', contentType, contentId, userId }),
      );
    }
    events.on(documentStatusChanged, 'activity', ({ id: contentId, actorId: userId, after }, { id }) =>
      log.record({ id, action: statusActions[after], contentType: 'document', contentId, userId }),
    );
    events.on(documentReviewed, 'activity', async ({ id: contentId, actorId: userId, of, action }, { id }) => {
      // A review of a document also changes its status, which is recorded already.
      if (of === 'edit')
        await log.record({
          id,
          action: action === 'approve' ? 'edit_approved' : 'edit_sent_back',
          contentType: 'document',
          contentId,
          userId,
        });
    });
    events.on(videoProcessed, 'activity', async ({ id: contentId, authorId: userId, outcome }, { id }) => {
      if (outcome === 'published')
        await log.record({ id, action: 'published', contentType: 'video', contentId, userId });
    });
    events.on(videoStatusChanged, 'activity', ({ id: contentId, actorId: userId, after }, { id }) =>
      log.record({ id, action: videoStatusActions[after], contentType: 'video', contentId, userId }),
    );
    events.on(videoReviewed, 'activity', ({ id: contentId, actorId: userId, action }, { id }) =>
      log.record({
        id,
        action: action === 'approve' ? 'published' : 'sent_back',
        contentType: 'video',
        contentId,
        userId,
      }),
    );
    events.on(commentCreated, 'activity', ({ itemId: contentId, authorId: userId }, { id }) =>
      log.record({ id, action: 'commented', contentType: 'comment', contentId, userId }),
    );
    events.on(threadCreated, 'activity', ({ id: contentId, authorId: userId }, { id }) =>
      log.record({ id, action: 'created', contentType: 'thread', contentId, userId }),
    );
    events.on(threadDeleted, 'activity', ({ id: contentId, actorId: userId }, { id }) =>
      log.record({ id, action: 'deleted', contentType: 'thread', contentId, userId }),
    );
    events.on(threadSolved, 'activity', ({ id: contentId, actorId: userId }, { id }) =>
      log.record({ id, action: 'solved', contentType: 'thread', contentId, userId }),
    );
    events.on(postCreated, 'activity', ({ id: contentId, authorId: userId }, { id }) =>
      log.record({ id, action: 'replied', contentType: 'post', contentId, userId }),
    );
    events.on(userRegistered, 'activity', ({ userId }, { id }) =>
      log.record({ id, action: 'registered', contentType: 'user', contentId: userId, userId }),
    );
  }

  private recordViews(views: readonly StoredView[]): Promise<void> {
    const entries = views.map(({ id: contentId, kind: contentType, userId, at }) => ({
      id: uuidv7({ msecs: at.getTime() }),
      action: 'viewed',
      contentType,
      contentId,
      userId,
      at,
    }));
    return this.log.recordAll(entries);
  }
}
