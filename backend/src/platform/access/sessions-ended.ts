import { defineChannel } from '../pubsub/pubsub.js';

/** Published when sessions end for any reason, to close their open streams. At most 100 ids per message. */
export const sessionsEnded = defineChannel<{ ids: string[] }>('sessions.ended');
