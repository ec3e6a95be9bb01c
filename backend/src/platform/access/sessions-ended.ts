import { defineChannel } from '../pubsub/pubsub.js';

/** These sessions have ended, for any reason; their open streams are closed at once. At most 100 ids per message. */
export const sessionsEnded = defineChannel<{ ids: string[] }>('sessions.ended');
