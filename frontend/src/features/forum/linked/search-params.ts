import { createSearchParser, idParam, textParam } from '../../../lib/search-params';

/**
 * The document or video that a new thread is about, in the URL: its id, and the time of a video. The time is read by
 * the screen, so that times are not part of every first load.
 */
export const aboutSearch = createSearchParser({ document: idParam, video: idParam, t: textParam });

export type AboutSearch = ReturnType<typeof aboutSearch>;
