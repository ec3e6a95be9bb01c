/** The reason of an attempt that a user stopped, as stored with the video; clients show a text of their own for it. */
export const PROCESSING_CANCELED = 'Processing was canceled.';
