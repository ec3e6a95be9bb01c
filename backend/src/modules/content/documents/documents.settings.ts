import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/settings.js';
import { SettingsRegistry } from '../../../platform/settings/settings-registry.js';

/** Whether edits of published documents need review, unless the editor may publish. */
export const reviewEdits = defineSetting('content.review_edits', z.boolean(), false);

@Injectable()
export class DocumentSettings {
  constructor(registry: SettingsRegistry) {
    registry.register('review', [reviewEdits]);
  }
}
