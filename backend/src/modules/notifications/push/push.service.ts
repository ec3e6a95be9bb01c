import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { sqlState } from '../../../platform/database/pg-errors.js';
import { forbidden, invalid, notFound, unauthorized } from '../../../platform/errors/domain-error.js';
import { PushClient } from '../../../platform/push/push-client.js';
import { VapidKeys } from '../../../platform/push/vapid-keys.js';
import type { PushResponse, SubscribePushRequest } from './push.dto.js';
import { PushSubscriptionsRepository } from './push-subscriptions.repository.js';

const FOREIGN_KEY_VIOLATION = '23503';

/** Which sessions of a user get push notifications. */
@Injectable()
export class PushService {
  constructor(
    private readonly subscriptions: PushSubscriptionsRepository,
    private readonly client: PushClient,
    private readonly keys: VapidKeys,
  ) {}

  async get({ userId, sessionId }: Actor): Promise<PushResponse> {
    const rows = await this.subscriptions.list(userId);
    return {
      public_key: (await this.keys.get()).publicKey,
      subscriptions: rows.map(({ session_id, created_at }) => ({
        session_id,
        current: session_id === sessionId,
        created_at: created_at.toISOString(),
      })),
    };
  }

  /** @throws 400 for addresses that no message is sent to, 401 when the session has ended meanwhile */
  async subscribe({ userId, sessionId }: Actor, { endpoint, p256dh, auth }: SubscribePushRequest): Promise<void> {
    if (sessionId === null) throw forbidden((texts) => texts.platform.sessionRequired, 'session_required');
    if (!this.client.accepts(endpoint))
      throw invalid([
        { field: 'endpoint', message: ({ fields, validation }) => validation.pushEndpoint(fields.pushEndpoint) },
      ]);
    const created_at = new Date();
    const subscription = { session_id: sessionId, user_id: userId, endpoint, p256dh, auth, created_at };
    await this.subscriptions.store(subscription).catch((error: unknown) => {
      throw sqlState(error) === FOREIGN_KEY_VIOLATION ? unauthorized() : error;
    });
  }

  /** @throws 404 when the session is not the user's, or has none */
  async unsubscribe({ userId }: Actor, sessionId: string): Promise<void> {
    if (!(await this.subscriptions.delete({ session_id: sessionId, user_id: userId })))
      throw notFound('pushSubscription');
  }
}
