const KEY = 'recent_emoji';
const MAX = 8;

/** The characters inserted last in this browser, the newest first. */
export function getRecentEmoji(): string[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.map(String).slice(0, MAX) : [];
  } catch {
    // Refused or corrupted storage only loses a convenience.
    return [];
  }
}

export function addRecentEmoji(character: string): void {
  const characters = [character, ...getRecentEmoji().filter((stored) => stored !== character)].slice(0, MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify(characters));
  } catch {
    // See above.
  }
}
