import { isApplePlatform } from './browser';

/**
 * The names of keys as they are printed on them.
 * @param keys in CodeMirror's notation; `Mod` is ⌘ on Apple platforms and Ctrl elsewhere
 */
export function getKeyNames(keys: string): string[] {
  return keys
    .replace('Mod', isApplePlatform ? '⌘' : 'Ctrl')
    .replace('Alt', isApplePlatform ? '⌥' : 'Alt')
    .replace(/-[a-z]$/, (letter) => letter.toUpperCase())
    .split('-');
}
