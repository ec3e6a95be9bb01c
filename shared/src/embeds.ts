/** Services whose videos a hub can have. */
export type EmbedType = 'YOUTUBE' | 'VIMEO' | 'LOOM';

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
 * @returns undefined when it is no web address of a video of the service
 */
export function parseEmbedId(type: EmbedType, address: string): string | undefined {
  const url = URL.parse(address);
  const { hosts, parseId } = services[type];
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.port) return undefined;
  if (!hosts.includes(withoutWww(url.hostname))) return undefined;
  const id = parseId(url);
  return id !== undefined && (type !== 'YOUTUBE' || YOUTUBE_ID.test(id)) ? id : undefined;
}

/** A video or a piece of code of another host, which a text shows in a frame once its reader asks for it. */
export interface Embed {
  kind: 'video' | 'code';
  /** the host that the frame contacts, without `www.` */
  host: string;
  /** of the frame */
  url: string;
  /** Whether the host shows nothing in a page that does not say of which origin it is. */
  needsOrigin: boolean;
}

interface EmbedHost {
  kind: Embed['kind'];
  /** the hosts of addresses that people copy */
  aliases: readonly string[];
  /** of the frame */
  origin: string;
  /** @returns the path of the frame, with its query; undefined for an address that cannot be framed */
  getFramePath: (url: URL) => string | undefined;
  needsOrigin?: true;
}

const TIME = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/;

/** The time in an address, such as 1m5s, in seconds; 0 without a valid one. */
function readTime(time: string | null): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = TIME.exec(time ?? '') ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const CODEPEN_PATH = /^\/([\w-]+)\/(?:pen|full|details|embed)\/(\w+)\/?$/;
const JSFIDDLE_PATH = /^\/((?:[\w-]+\/)?\w{6,10}(?:\/\d{1,5})?)\/?$/;
const STACKBLITZ_PATH = /^\/edit\/([\w-]+)\/?$/;
const PEERTUBE_PATH = /^\/(?:w|videos\/(?:watch|embed))\/([\w-]{20,36})\/?$/;

/** The known hosts, by the names in the setting. */
const embedHosts: Readonly<Record<string, EmbedHost>> = {
  'youtube.com': {
    kind: 'video',
    aliases: services.YOUTUBE.hosts,
    origin: 'https://www.youtube-nocookie.com',
    getFramePath: ({ href, searchParams }) => {
      const id = parseEmbedId('YOUTUBE', href);
      const start = readTime(searchParams.get('t') ?? searchParams.get('start'));
      return id && `/embed/${id}?autoplay=1&playsinline=1&rel=0${start ? `&start=${start}` : ''}`;
    },
    needsOrigin: true,
  },
  'vimeo.com': {
    kind: 'video',
    aliases: services.VIMEO.hosts,
    origin: 'https://player.vimeo.com',
    getFramePath: ({ href, hash: place }) => {
      const [id, hash] = parseEmbedId('VIMEO', href)?.split('/') ?? [];
      const start = readTime(/^#t=(\w+)$/.exec(place)?.[1] ?? null);
      return id && `/video/${id}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ''}${start ? `#t=${start}s` : ''}`;
    },
  },
  'loom.com': {
    kind: 'video',
    aliases: services.LOOM.hosts,
    origin: 'https://www.loom.com',
    getFramePath: ({ href }) => {
      const id = parseEmbedId('LOOM', href);
      return id && `/embed/${id}?autoplay=1`;
    },
  },
  'codepen.io': {
    kind: 'code',
    aliases: ['codepen.io'],
    origin: 'https://codepen.io',
    getFramePath: ({ pathname }) => {
      const [, user, id] = CODEPEN_PATH.exec(pathname) ?? [];
      return id && `/${user}/embed/${id}?default-tab=result`;
    },
  },
  'jsfiddle.net': {
    kind: 'code',
    aliases: ['jsfiddle.net'],
    origin: 'https://jsfiddle.net',
    getFramePath: ({ pathname }) => {
      const path = JSFIDDLE_PATH.exec(pathname)?.[1];
      return path && `/${path}/embedded/result/`;
    },
  },
  'stackblitz.com': {
    kind: 'code',
    aliases: ['stackblitz.com'],
    origin: 'https://stackblitz.com',
    getFramePath: ({ pathname }) => {
      const id = STACKBLITZ_PATH.exec(pathname)?.[1];
      return id && `/edit/${id}?embed=1`;
    },
  },
};

/** Without the network between viewers, which would tell them the addresses of each other. */
const createPeerTubeHost = (host: string): EmbedHost => ({
  kind: 'video',
  aliases: [host],
  origin: `https://${host}`,
  getFramePath: ({ pathname, searchParams }) => {
    const id = PEERTUBE_PATH.exec(pathname)?.[1];
    const start = readTime(searchParams.get('start'));
    return id && `/videos/embed/${id}?autoplay=1&p2p=0${start ? `&start=${start}` : ''}`;
  },
});

const getEmbedHost = (name: string): EmbedHost =>
  (Object.hasOwn(embedHosts, name) ? embedHosts[name] : undefined) ?? createPeerTubeHost(name);

/** The hosts that texts of a new hub can show. */
export const defaultEmbedHosts: readonly string[] = Object.keys(embedHosts);

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A name with letters at its end: no number of an address, no port. */
const HOST = new RegExp(`^(?=.{4,253}$)(?:${LABEL}\\.)+(?=[a-z])${LABEL}$`);

/**
 * The name of a host as the setting has it, from what an administrator types, which may be the address of a page.
 * @returns undefined for what is no name of a host
 */
export function toEmbedHost(typed: string): string | undefined {
  const [name = ''] = typed
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .split('/');
  const known = Object.entries(embedHosts).find(([, { aliases }]) => aliases.includes(withoutWww(name)));
  if (known) return known[0];
  return HOST.test(name) ? name : undefined;
}

/** The origins of the frames of hosts, for the content security policy. */
export const getEmbedOrigins = (hosts: readonly string[]): string[] => hosts.map((name) => getEmbedHost(name).origin);

/** The host as it is written, because a browser also reads encoded, accented and full-width letters. */
const WRITTEN_HOST = /^https:\/\/([a-z0-9.-]+)(?=[/?#]|$)/i;

/**
 * What the address of a page at one of the hosts shows. Nothing is requested.
 * @param hosts as the setting has them
 * @returns undefined for an address of another host, or one that cannot be framed
 */
export function findEmbed(address: string, hosts: readonly string[]): Embed | undefined {
  const host = WRITTEN_HOST.exec(address)?.[1]?.toLowerCase();
  const url = host === undefined ? null : URL.parse(address);
  if (host === undefined || url?.hostname !== host) return undefined;
  for (const found of hosts.map(getEmbedHost)) {
    if (!found.aliases.includes(host) && !found.aliases.includes(withoutWww(host))) continue;
    const path = found.getFramePath(url);
    if (!path) return undefined;
    const { kind, origin, needsOrigin = false } = found;
    return { kind, host: withoutWww(new URL(origin).hostname), url: origin + path, needsOrigin };
  }
  return undefined;
}
