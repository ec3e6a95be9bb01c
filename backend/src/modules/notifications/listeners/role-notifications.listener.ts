import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../platform/events/events.js';
import { userRoleChanged } from '../../auth/index.js';
import { getRoleName, RolesFacade } from '../../roles/index.js';
import { NotificationSender } from '../sending/notification-sender.js';

/** Notifies users whose role was changed by another user. */
@Injectable()
export class RoleNotificationsListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly roles: RolesFacade,
    private readonly sender: NotificationSender,
  ) {}

  onModuleInit(): void {
    this.events.on(userRoleChanged, 'notify', async ({ userId, actorId, after }, { id: key, at }) => {
      // The user redeemed a role code.
      if (userId === actorId) return;
      const role = (await this.roles.find(after)) ?? { name: after, display_name: after };
      await this.sender.notify({
        userIds: [userId],
        key,
        at,
        kind: 'role_changed',
        title: ({ notifications }) => notifications.roleChanged.title,
        message: (texts) => texts.notifications.roleChanged.message(getRoleName(texts, role)),
        url: '/user/profile',
        subject: null,
      });
    });
  }
}
