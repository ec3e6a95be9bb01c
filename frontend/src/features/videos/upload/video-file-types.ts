/** What the file picker offers; the server decides by the content. */
export const VIDEO_FILE_TYPES = 'video/*,.mp4,.m4v,.webm,.avi,.mov,.mkv';
