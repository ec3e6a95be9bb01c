/** What the specification lets people choose as thumbnails and avatars. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/gif'];
export const PICTURES = PICTURE_TYPES.join(',');

/** The first recommendation is twice as wide as high, and so is each of the variants the server makes. */
export const THUMBNAIL = { width: 800, height: 400 };
