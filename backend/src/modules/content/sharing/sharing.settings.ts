import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { forbidden, notFound } from '../../../platform/errors/domain-error.js';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';

/** Whether share links can be made, and open anything. */
export const shareLinksEnabled = defineSetting('sharing.links', z.boolean(), true);

@Injectable()
export class SharingSettings {
  constructor(private readonly settings: Settings) {
    // Pages offer no link that cannot be made.
    settings.register('general', [shareLinksEnabled], { isPublic: true });
  }

  isEnabled(): Promise<boolean> {
    return this.settings.get(shareLinksEnabled);
  }

  /** For requests by a link. @throws 404, as for an unknown link */
  async requireOpen(): Promise<void> {
    if (!(await this.isEnabled())) throw notFound('shareLink');
  }

  /** For new links. @throws 403 sharing_off */
  async requireEnabled(): Promise<void> {
    if (!(await this.isEnabled())) throw forbidden((texts) => texts.content.sharingOff, 'sharing_off');
  }
}
