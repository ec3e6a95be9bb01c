import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';

/** Whether edits of published documents need review, unless the editor may publish. */
export const editsNeedReview = defineSetting('content.review_edits', z.boolean(), false);

/** Whether a reviewer has to publish new videos, as documents, unless their author may publish. */
export const videosNeedReview = defineSetting('content.review_videos', z.boolean(), true);

@Injectable()
export class ReviewSettings {
  constructor(settings: Settings) {
    settings.register('review', [editsNeedReview]);
    // Forms for new videos name what happens next.
    settings.register('review', [videosNeedReview], { isPublic: true });
  }
}
