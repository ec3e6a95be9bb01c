import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../platform/events/events.js';
import { userRegistered } from '../auth.events.js';
import { AccountMails } from '../mails/account-mails.js';

/** Greets whoever has registered, which also shows them that mail arrives. */
@Injectable()
export class WelcomeMailListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly mails: AccountMails,
  ) {}

  onModuleInit(): void {
    this.events.on(userRegistered, 'welcome-mail', ({ userId }) => this.mails.welcome(userId));
  }
}
