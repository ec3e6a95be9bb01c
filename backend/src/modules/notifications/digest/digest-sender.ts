import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings, siteLanguage, siteName } from '../../../platform/settings/settings.js';
import { UsersFacade } from '../../auth/index.js';
import { UnsubscribeLinkSigner } from '../unsubscribe/unsubscribe-link-signer.js';
import { composeDigest } from './digest-text.js';
import { DigestQueries } from './digest.queries.js';
import { DigestsRepository } from './digests.repository.js';
import { getTexts } from '../../../platform/language/texts.js';

export interface DigestJob {
  /** a UUIDv7, of one user and period */
  id: string;
  userId: string;
  /** ISO time of the end of the last digest */
  since: string;
}

export const SEND_DIGEST = 'notifications.digest';

/** Sends digests by mail. */
@Injectable()
export class DigestSender implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly digests: DigestsRepository,
    private readonly queries: DigestQueries,
    private readonly users: UsersFacade,
    private readonly mailer: Mailer,
    private readonly settings: Settings,
    private readonly config: Config,
    private readonly links: UnsubscribeLinkSigner,
  ) {}

  onModuleInit(): void {
    this.jobs.define<DigestJob>(SEND_DIGEST, (digest) => this.send(digest), { transactional: false });
  }

  /**
   * The job. The content is read now and goes to the mail server at once, not to the queue of mails, where it could
   * wait while rights change. The claim keeps a job that runs again after a crash from sending twice.
   */
  async send({ id, userId, since }: DigestJob): Promise<void> {
    const [recipient] = await this.users.findRecipients([userId]);
    if (!recipient?.hasVerifiedEmail || !this.mailer.isConfigured) return;
    const frequency = await this.digests.claim(userId, id);
    if (!frequency || frequency === 'off') return;
    try {
      const unsubscribeUrl = await this.links.createUrl(userId, 'digest');
      const mail = composeDigest({
        texts: getTexts(recipient.language ?? (await this.settings.get(siteLanguage))),
        frequency,
        content: await this.queries.collect(recipient.actor, new Date(since)),
        siteName: await this.settings.get(siteName),
        baseUrl: this.config.frontendUrl,
        unsubscribeUrl,
      });
      if (mail) await this.mailer.deliverQueued({ id, to: recipient.email, unsubscribeUrl, ...mail });
    } catch (error) {
      await this.digests.release(userId, id);
      throw error;
    }
  }
}
