import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';

/** Whether edits of published documents need review, unless the editor may publish. */
export const reviewEdits = defineSetting('content.review_edits', z.boolean(), false);

@Injectable()
export class DocumentSettings {
  constructor(settings: Settings) {
    settings.register('review', [reviewEdits]);
  }
}
