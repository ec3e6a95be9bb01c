import type { VideoSourceType } from '../audience/audience.js';

export type EmbedType = Exclude<VideoSourceType, 'UPLOAD'>;

/** How people call the services. */
export const serviceNames: Record<EmbedType, string> = { YOUTUBE: 'YouTube', VIMEO: 'Vimeo', LOOM: 'Loom' };

interface Service {
  hosts: readonly string[];
  /** @returns the id of the video; undefined for other addresses of the service */
  parseId: (url: URL) => string | undefined;
}

const YOUTUBE_ID = /^[\w-]{11}$/;
const VIMEO_FOLDER = String.raw`video/|channels/[\w-]+/|groups/[\w-]+/videos/|(?:showcase|album)/\d+/video/`;
const VIMEO_PATH = new RegExp(String.raw`^/(?:${VIMEO_FOLDER})?(\d{1,12})(?:/([0-9a-f]{6,20}))?/?$`);
const LOOM_PATH = /^\/(?:share|embed)\/(?:[\w-]*-)?([0-9a-f]{32})\/?$/;

const services: Record<EmbedType, Service> = {
  YOUTUBE: {
    hosts: ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    parseId: ({ hostname, pathname, searchParams }) => {
      const [first = '', second = ''] = pathname.split('/').filter(Boolean);
      if (withoutWww(hostname) === 'youtu.be') return first;
      if (first === 'watch') return searchParams.get('v') ?? undefined;
      return ['embed', 'shorts', 'live', 'v'].includes(first) ? second : undefined;
    },
  },
  VIMEO: {
    hosts: ['vimeo.com', 'player.vimeo.com'],
    parseId: ({ pathname, searchParams }) => {
      const [, number, hash = searchParams.get('h')] = VIMEO_PATH.exec(pathname) ?? [];
      if (!number) return undefined;
      return hash && /^[0-9a-f]{6,20}$/.test(hash) ? `${number}/${hash}` : number;
    },
  },
  LOOM: {
    hosts: ['loom.com'],
    parseId: ({ pathname }) => LOOM_PATH.exec(pathname)?.[1],
  },
};

const withoutWww = (hostname: string): string => hostname.replace(/^www\./, '');

/**
 * The id of a video from the address that people copy from its service. Nothing is requested.
 * @returns undefined when it is no https address of a video of the service
 */
export function parseEmbedId(type: EmbedType, address: string): string | undefined {
  const url = URL.parse(address);
  const { hosts, parseId } = services[type];
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.port) return undefined;
  if (!hosts.includes(withoutWww(url.hostname))) return undefined;
  const id = parseId(url);
  return id !== undefined && (type !== 'YOUTUBE' || YOUTUBE_ID.test(id)) ? id : undefined;
}
