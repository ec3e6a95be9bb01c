import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../platform/events/events.js';
import { userRegistered } from '../users/user.events.js';
import { AccountMails } from './account-mails.js';

/** Sends the welcome mail after registration. */
@Injectable()
export class WelcomeMailListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly mails: AccountMails,
  ) {}

  onModuleInit(): void {
    this.events.on(userRegistered, 'welcome-mail', ({ userId }) => this.mails.sendWelcome(userId));
  }
}
