const MAX_LENGTH = 200;

/** A title from the name of a file: 'how_to-tie.mp4' becomes 'How to tie'. Dates keep their hyphens. */
export function proposeTitle(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/_|(?<!\d)-|-(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, MAX_LENGTH).trim();
}
