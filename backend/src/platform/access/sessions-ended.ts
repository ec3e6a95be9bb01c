import { defineSignal } from '../signals/signals.js';

/** These sessions are over, by whatever means: whoever streams to one stops at once. At most 100 ids in one signal. */
export const sessionsEnded = defineSignal<{ ids: string[] }>('sessions.ended');
