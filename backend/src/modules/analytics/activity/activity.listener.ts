import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../platform/events/events.js';
import { userRegistered } from '../../auth/index.js';
import {
  commentCreated,
  documentCreated,
  documentDeleted,
  documentReviewed,
  documentStatusChanged,
} from '../../content/index.js';
import { ActivityLog } from './activity-log.js';

const moves = { DRAFT: 'withdrawn', IN_REVIEW: 'submitted', PUBLISHED: 'published', ARCHIVED: 'archived' } as const;

/** Writes down what the other modules tell of. */
@Injectable()
export class ActivityListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly log: ActivityLog,
  ) {}

  onModuleInit(): void {
    const { events, log } = this;
    events.on(documentCreated, 'activity', ({ id: contentId, authorId: userId }, { id }) =>
      log.note({ id, action: 'created', contentType: 'document', contentId, userId }),
    );
    events.on(documentStatusChanged, 'activity', ({ id: contentId, actorId: userId, after }, { id }) =>
      log.note({ id, action: moves[after], contentType: 'document', contentId, userId }),
    );
    events.on(documentDeleted, 'activity', ({ id: contentId, actorId: userId }, { id }) =>
      log.note({ id, action: 'deleted', contentType: 'document', contentId, userId }),
    );
    events.on(documentReviewed, 'activity', async ({ id: contentId, actorId: userId, of, action }, { id }) => {
      // The review of a document moves it too, and is told of by that.
      if (of === 'edit')
        await log.note({
          id,
          action: action === 'approve' ? 'edit_approved' : 'edit_sent_back',
          contentType: 'document',
          contentId,
          userId,
        });
    });
    events.on(commentCreated, 'activity', ({ itemId: contentId, authorId: userId }, { id }) =>
      log.note({ id, action: 'commented', contentType: 'comment', contentId, userId }),
    );
    events.on(userRegistered, 'activity', ({ userId }, { id }) =>
      log.note({ id, action: 'registered', contentType: 'user', contentId: userId, userId }),
    );
  }
}
