import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { composeMail } from '../../../platform/mail/compose-mail.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings } from '../../../platform/settings/settings.js';
import { siteName } from '../../../platform/settings/site.js';
import { userRegistered } from '../auth.events.js';

/** Greets whoever has registered, which also shows them that mail arrives. */
@Injectable()
export class WelcomeMailListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.events.on(userRegistered, 'welcome-mail', ({ userId }) => this.send(userId));
  }

  private async send(userId: string): Promise<void> {
    const person = await this.database.one<{ name: string; email: string }>('select name, email from users where id = $1 and erased_at is null', [userId]);
    if (!person) return;
    const site = await this.settings.get(siteName);
    const content = composeMail({
      siteName: site,
      heading: `Welcome, ${person.name}`,
      paragraphs: [`Your account at ${site} is ready. You sign in with this e-mail address.`, 'If you did not register there, somebody used your address; you may ignore this mail.'],
      button: { label: `Open ${site}`, url: this.config.publicUrl },
    });
    await this.mailer.send({ to: person.email, subject: `Welcome to ${site}`, ...content });
  }
}
