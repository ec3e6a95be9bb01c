import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';
import { listFiles } from './build';

/** About four versions. */
const MAX_FILES = 600;

/**
 * The files of all versions and languages: their names change with their content. Those that no page has used for long
 * are removed, so pages of a former version keep theirs.
 */
export const files = new CacheFirst({
  cacheName: 'hub-files',
  plugins: [new ExpirationPlugin({ maxEntries: MAX_FILES, purgeOnQuotaError: true })],
});

/**
 * Keeps what the first screens need in a language.
 * @throws where a file cannot be loaded
 */
export async function keepFiles(event: ExtendableEvent, language: string): Promise<void> {
  await Promise.all(
    listFiles(language).map(async (request) => {
      const [response] = await Promise.all(files.handleAll({ event, request }));
      if (!response.ok) throw new Error(`${request}: ${response.status}`);
    }),
  );
}
