import { defineChannel } from '../../../platform/pubsub/pubsub.js';

/** New notifications, at most 80: [user id, notification id]. */
export const notificationsCreated = defineChannel<{ items: [string, string][] }>('notifications.arrived');
/** A user has read notifications. */
export const notificationsRead = defineChannel<{ userId: string }>('notifications.read');
