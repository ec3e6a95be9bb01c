import { queryOptions, skipToken } from '@tanstack/react-query';
import { download } from '../../../api/files';

/**
 * The player decodes the entities of a caption and then inserts it as HTML, so texts are escaped once more. A lone
 * ampersand is not escaped, for players of devices, which show captions as they are.
 *
 * @param captions WebVTT of the server, which escapes &, < and >
 */
export const escapeForPlayer = (captions: string): string =>
  captions.replace(/&amp;(?!#?\w+;)/g, '&').replace(/&(?=#?\w+;)/g, '&amp;');

/**
 * The captions of a video as the player takes them. Fetched with the token, which a text track cannot send.
 *
 * @param version of the video: its captions change with it, their URL does not
 */
export const captionsQuery = (url: string | null, version: number) =>
  queryOptions({
    queryKey: ['captions', url, version],
    queryFn:
      url === null
        ? skipToken
        : async ({ signal }) => escapeForPlayer(await (await download(url, { signal })).file.text()),
    staleTime: Infinity,
  });
