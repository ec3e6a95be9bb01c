import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Jobs, type JobRun } from '../../../platform/jobs/jobs.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { PrivateAddressError } from '../../../platform/push/public-address.js';
import { PushClient } from '../../../platform/push/push-client.js';
import { Settings, siteLanguage } from '../../../platform/settings/settings.js';
import { UsersFacade } from '../../auth/index.js';
import { composePushMessage } from './push-message.js';
import { PushNotificationsQueries } from './push-notifications.queries.js';
import { PushSubscriptionsRepository } from './push-subscriptions.repository.js';

interface PushJob {
  sessionId: string;
  notificationId: string;
}

export const SEND_PUSH = 'notifications.push';

/** Attempts per user: a slow push service, which users choose, must not keep the workers busy. */
export const HOURLY_LIMIT = { limit: 200, windowSeconds: 3600 };
/** Waiting longer after each, for about ten minutes. */
export const MAX_RETRIES = 8;

/** Sends notifications to the browsers of their users. */
@Injectable()
export class PushSender implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly subscriptions: PushSubscriptionsRepository,
    private readonly users: UsersFacade,
    private readonly notifications: PushNotificationsQueries,
    private readonly client: PushClient,
    private readonly rateLimiter: RateLimiter,
    private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.jobs.define<PushJob>(SEND_PUSH, (job, run) => this.send(job, run), {
      transactional: false,
      concurrency: 2,
      deleteAfterSeconds: 3600,
    });
  }

  /**
   * Joins the caller's transaction. A job that waits sends what a bundle says when it runs, so it needs no second one.
   * @param notifications ids by their users
   */
  async queue(notifications: ReadonlyMap<string, string>): Promise<void> {
    if (!notifications.size) return;
    const sessions = await this.subscriptions.findSessions([...notifications.keys()]);
    const jobs = sessions.map(({ session_id: sessionId, user_id }): PushJob => {
      return { sessionId, notificationId: notifications.get(user_id) ?? '' };
    });
    if (jobs.length) await this.jobs.sendMany(SEND_PUSH, jobs, { unlessWaiting: true });
  }

  /** The job. What the user has read meanwhile, or may not see any more, is not sent. */
  private async send({ sessionId, notificationId }: PushJob, { retries }: JobRun): Promise<void> {
    const subscription = await this.subscriptions.find(sessionId);
    if (!subscription) return;
    const { user_id: userId, endpoint } = subscription;
    const [recipient] = await this.users.findRecipients([userId]);
    if (!recipient?.preferences.in_app) return;
    // Expired ones are deleted later.
    if (!(await this.users.findActiveSessions([sessionId])).has(sessionId)) return;
    const notification = await this.notifications.findUnread(recipient.actor, notificationId);
    if (!notification || !(await this.rateLimiter.tryConsume(`push:${userId}`, HOURLY_LIMIT))) return;
    const language = recipient.language ?? (await this.settings.get(siteLanguage));
    const message = composePushMessage(notification, language);
    const result = await this.client.send(subscription, message).catch((error: unknown) => error);
    if (result === 404 || result === 410) {
      await this.subscriptions.delete({ session_id: sessionId, endpoint });
      return;
    }
    const problem = describeProblem(result);
    if (!problem) return;
    const { host } = new URL(endpoint);
    if (problem.isTemporary && retries < MAX_RETRIES) throw new Error(`Push service ${host}: ${problem.text}`);
    this.logger.warn({ pushService: host, problem: problem.text }, 'push notification not delivered');
  }
}

/** @param result a status, or an error of the connection */
function describeProblem(result: unknown): { text: string; isTemporary: boolean } | undefined {
  if (result instanceof Error) return { text: result.message, isTemporary: !(result instanceof PrivateAddressError) };
  const status = Number(result);
  if (status < 300) return undefined;
  return { text: `status ${status}`, isTemporary: status === 429 || status >= 500 };
}
