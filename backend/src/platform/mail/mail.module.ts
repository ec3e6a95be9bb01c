import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.js';
import { MailHealth } from './mail-health.js';
import { Mailer, SEND_MAIL } from './mailer.js';

@Global()
@Module({ providers: [Mailer, MailHealth], exports: [Mailer] })
export class MailModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    private readonly health: MailHealth,
  ) {}

  onModuleInit(): void {
    this.health.register(this.mailer.isConfigured);
    this.jobs.define<Parameters<Mailer['deliverQueued']>[0]>(SEND_MAIL, (mail) => this.mailer.deliverQueued(mail), {
      transactional: false,
      // A delivery may wait a minute for a silent mail server.
      concurrency: 2,
      // Users wait for links that sign them in.
      pollingSeconds: 1,
      // Mails may contain links that sign a user in.
      deleteAfterSeconds: 60,
    });
  }
}
