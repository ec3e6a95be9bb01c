import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../platform/events/events.js';
import {
  itemDeleted,
  type VideoProcessed,
  videoProcessed,
  videoReviewed,
  type VideoStatus,
  videoStatusChanged,
} from '../../content/index.js';
import { AuthorNotifications, type NotificationText } from './author-notifications.js';

/** Notifies authors of how processing of their videos ended, and of what other users did with them. */
@Injectable()
export class VideoNotificationsListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly authors: AuthorNotifications,
  ) {}

  onModuleInit(): void {
    this.events.on(videoProcessed, 'notify-author', async (processed, event) => {
      // A video of another service is ready at once, while its author is looking at it.
      if (processed.sourceType !== 'UPLOAD' && processed.outcome !== 'awaits_review') return;
      await this.authors.notify(event, { ...processed, actorId: null }, processed.errorReason ?? '', (_who, what) => {
        const text = processedText(processed, what);
        const { lateChapters } = processed;
        return lateChapters ? { ...text, message: `${text.message} ${lateChapters}` } : text;
      });
    });
    this.events.on(videoStatusChanged, 'notify-author', (change, event) =>
      this.authors.notify(event, change, change.note, (who, what) => statusText(change.after, who, what)),
    );
    this.events.on(videoReviewed, 'notify-author', (review, event) =>
      this.authors.notify(event, review, review.note, (who, what) =>
        review.action === 'approve'
          ? statusText('READY', who, what)
          : {
              kind: 'video_changes_requested',
              title: 'Changes were requested',
              message: `${who} requested changes to ${what}.`,
            },
      ),
    );
    this.events.on(itemDeleted.video, 'notify-author', (deleted, event) =>
      this.authors.notifyDeleted(event, 'video', deleted),
    );
  }
}

function processedText({ outcome }: VideoProcessed, what: string): NotificationText {
  switch (outcome) {
    case 'published':
      return { kind: 'video_ready', title: 'Your video is ready', message: `${what} is published.` };
    case 'ready':
      return { kind: 'video_ready', title: 'Your video is ready', message: `The new file of ${what} is ready.` };
    case 'hidden':
      return { kind: 'video_ready', title: 'Your video is ready', message: `${what} is hidden until it is published.` };
    case 'awaits_review':
      return {
        kind: 'video_awaits_review',
        title: 'Your video is waiting for review',
        message: `${what} is published as soon as a reviewer approves it.`,
      };
    case 'failed':
      return {
        kind: 'video_failed',
        title: 'Your video could not be processed',
        message: `${what} could not be processed.`,
      };
  }
}

function statusText(status: VideoStatus, who: string, what: string): NotificationText {
  switch (status) {
    case 'READY':
      return { kind: 'video_published', title: 'Your video was published', message: `${who} published ${what}.` };
    case 'PROCESSING':
      return {
        kind: 'video_processing',
        title: 'Your video is being processed again',
        message: `${who} started processing ${what} again.`,
      };
    case 'ERROR':
      return {
        kind: 'video_withdrawn',
        title: 'Your video was hidden',
        message: `${who} hid ${what} from readers.`,
      };
  }
}
