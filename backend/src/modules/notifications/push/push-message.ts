import type { Language } from '@hub/shared/languages';
import { truncate } from '../../../platform/language/truncate.js';
import type { PushMessage } from '../../../platform/push/push-client.js';

/** What a push notification is made of. */
export interface PushedNotification {
  id: string;
  title: string;
  message: string;
  url: string;
  /** of the thread or item, else of the notification: a later one replaces it */
  tag: string;
}

/** Browsers show a few lines. */
const MAX_TEXT = 300;

/** The message is at most 3 KB long; the service worker reads it. */
export const composePushMessage = (
  { id, title, message, url, tag }: PushedNotification,
  language: Language,
): PushMessage => ({
  text: JSON.stringify({ id, title, text: truncate(message, MAX_TEXT), url, tag, language }),
  topic: tag,
});
