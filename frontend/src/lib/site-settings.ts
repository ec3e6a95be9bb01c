import { useSyncExternalStore } from 'react';
import { isHexColor } from './color';
import { readPageMeta } from './page-meta';

/** What every page shows of the settings of the hub; an empty text is the built-in value. */
interface SiteSettings {
  name: string;
  /** The path of a file, below the API's address. */
  logo: string;
  accent: string;
  imprintLink: string;
  privacyLink: string;
  /** Guests get nothing but the sign-in page. */
  isPrivate: boolean;
}

/** The keys of the settings on the server. */
export const siteSettingKeys = {
  name: 'site.name',
  logo: 'site.logo',
  accent: 'site.accent',
  imprintLink: 'legal.imprint_url',
  privacyLink: 'legal.privacy_url',
  readers: 'site.readers',
} as const;

/** Takes the texts among the values by their keys; other values are empty. */
export function toSiteSettings(values: Readonly<Record<string, unknown>>): SiteSettings {
  const read = (name: keyof typeof siteSettingKeys) => {
    const value = values[siteSettingKeys[name]];
    return typeof value === 'string' ? value : '';
  };
  const accent = read('accent');
  return {
    name: read('name'),
    logo: read('logo'),
    accent: isHexColor(accent) ? accent : '',
    imprintLink: read('imprintLink'),
    privacyLink: read('privacyLink'),
    isPrivate: read('readers') === 'members',
  };
}

/** The values that the server wrote into the page; none if another server did. */
export function readSettings(): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(readPageMeta('hub-settings') || '{}');
    return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The settings that the page contains. */
export const readSiteSettings = (): SiteSettings => toSiteSettings(readSettings());

let current = readSiteSettings();
const listeners = new Set<() => void>();

export const getSiteSettings = (): SiteSettings => current;

/** Shows changed settings without a reload. */
export function setSiteSettings(settings: SiteSettings): void {
  current = settings;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSiteSettings = (): SiteSettings => useSyncExternalStore(subscribe, getSiteSettings, getSiteSettings);
