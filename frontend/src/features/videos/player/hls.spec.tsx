/** @jest-environment ./test/browser-environment.cjs */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { storeToken } from '../../../api/token';

// Only a type guard is used of it.
jest.unstable_mockModule('@vidstack/react', () => ({ isHLSProvider: () => true }));

const tag = document.querySelector<HTMLMetaElement>('meta[name="hub-api-url"]') as HTMLMetaElement;

/** Requests each URL as the player does, and returns those that receive the token. */
async function findReceivers(apiUrl: string, urls: readonly string[]): Promise<string[]> {
  tag.content = apiUrl;
  jest.resetModules();
  const { setUpProvider } = await import('./hls');
  const provider = { config: {} as { xhrSetup?: (request: object, url: string) => void } };
  setUpProvider(provider as never);
  return urls.filter((url) => {
    const request = { withCredentials: false, setRequestHeader: jest.fn() };
    provider.config.xhrSetup?.(request, url);
    const hasToken = request.setRequestHeader.mock.calls.length > 0;
    if (hasToken) expect(request.setRequestHeader).toHaveBeenCalledWith('Authorization', 'Bearer token');
    expect(request.withCredentials).toBe(hasToken);
    return hasToken;
  });
}

const page = ['/api/files/1/a', 'http://localhost/api/videos/1/hls/main.m3u8'];
const api = ['https://api.example.org/videos/1/hls/480.m3u8', 'https://api.example.org/files/1/a'];
const others = [
  'https://cdn.example.com/a.m4s',
  'http://api.example.org/files/1/a',
  'https://api.example.org.example.com/files/1/a',
  'https://api.example.org@example.com/files/1/a',
  '//example.com/files/1/a',
];

beforeEach(() => {
  storeToken('token');
});

describe('the player sends its token', () => {
  test('to the page’s own server, where that is the API', async () => {
    expect(await findReceivers('/api', [...page, ...api, ...others])).toEqual(page);
  });

  test('to the API at another address, and not to the page’s server', async () => {
    expect(await findReceivers('https://api.example.org', [...page, ...api, ...others])).toEqual(api);
  });
});

test.each([
  ['/api', '/api/videos/1/file', 'http://localhost/api/videos/1/file'],
  ['https://api.example.org', '/videos/1/file', 'https://api.example.org/videos/1/file'],
  ['https://example.org/hub/api', '/hub/api/videos/1/file', 'https://example.org/hub/api/videos/1/file'],
  ['https://example.org/hub/api', '/api/videos/1/file', 'https://example.org/hub/api/videos/1/file'],
])('with the API at %s, the path %s leads to %s', async (apiUrl, path, url) => {
  tag.content = apiUrl;
  jest.resetModules();
  const { getAbsoluteApiUrl } = await import('../../../api/client');
  expect(getAbsoluteApiUrl(path)).toBe(url);
});

test.each([
  [1920, 1080, 1080],
  [1080, 1920, 1080],
  [720, 720, 720],
])('%d x %d is %dp', async (width, height, expected) => {
  const { normalizeQuality } = await import('./hls');
  const quality = { width, height };
  normalizeQuality(quality);
  expect(quality).toEqual({ width: Math.max(width, height), height: expected });
});
