import { isHLSProvider, type MediaProviderAdapter } from '@vidstack/react';
import { isApiUrl } from '../../../api/client';
import { readToken } from '../../../api/token';

const loadHls = () => import('hls.js');

/** Playlists and segments are requested like all of the API, and only there: a playlist may name other servers. */
function authorizeRequest(request: XMLHttpRequest, url: string): void {
  if (!isApiUrl(url)) return;
  request.withCredentials = true;
  const token = readToken();
  if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
}

export function setUpProvider(provider: MediaProviderAdapter | null): void {
  if (!isHLSProvider(provider)) return;
  // From our own files, not from a CDN.
  provider.library = loadHls;
  // Its worker would be a blob, which the content security policy forbids.
  provider.config = { enableWorker: false, xhrSetup: authorizeRequest };
}

interface Size {
  width: number;
  height: number;
}

/**
 * Makes the height the shorter side. The player calls a quality by its height, but 1080 x 1920 is "1080p" as much as
 * 1920 x 1080.
 */
export function normalizeQuality(quality: Size): void {
  const { width, height } = quality;
  quality.width = Math.max(width, height);
  quality.height = Math.min(width, height);
}
