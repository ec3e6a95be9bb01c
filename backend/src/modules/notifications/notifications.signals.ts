import { defineSignal } from '../../platform/signals/signals.js';

/** New notifications, at most 80: [person, notification]. */
export const notificationsArrived = defineSignal<{ items: [string, string][] }>('notifications.arrived');
/** A person has read some of theirs. */
export const notificationsRead = defineSignal<{ userId: string }>('notifications.read');
