import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Files } from '../../files/files.js';
import { parseFilePath } from '../../files/file-url.js';
import { ImageEncoder } from '../../images/image-encoder.js';
import { drawMarkIcon } from '../../images/mark-icon.js';
import { LOGGER } from '../../logging/logger.js';
import { Settings } from '../../settings/settings.js';
import { Storage } from '../../storage/storage.js';
import { siteAccent, siteLogo } from '../site-settings.js';

/** Of the hub without a color of its own. */
const BUILT_IN_ACCENT = '#0f6e6b';
/** Behind logos, which are made for light pages. */
const WHITE = '#ffffff';

/** The icons of the installed app by the names of their files. */
export const appIcons = {
  '192.png': { side: 192, isMaskable: false, logoShare: 1 },
  '512.png': { side: 512, isMaskable: false, logoShare: 1 },
  // The safe zone is a circle of 80 % of the side.
  'maskable-192.png': { side: 192, isMaskable: true, logoShare: 0.6 },
  'maskable-512.png': { side: 512, isMaskable: true, logoShare: 0.6 },
  // iOS cuts the corners only.
  'apple.png': { side: 180, isMaskable: true, logoShare: 0.8 },
} as const;

export type IconName = keyof typeof appIcons;

export const isIconName = (name: string): name is IconName => Object.hasOwn(appIcons, name);

/** What the icons are made of. */
interface Look {
  /** path of a file; '' for the mark of the product */
  logo: string;
  accent: string;
  /** changes with the others */
  version: string;
}

interface AppIcon {
  image: Buffer;
  /** The logo is missing, perhaps for a moment only. */
  isFallback: boolean;
}

/** Makes the icons of the installed app of the hub's logo, or of the mark on its color. Kept until either changes. */
@Injectable()
export class AppIcons {
  private version = '';
  private readonly made = new Map<IconName, Promise<AppIcon>>();

  constructor(
    private readonly settings: Settings,
    private readonly files: Files,
    private readonly storage: Storage,
    private readonly encoder: ImageEncoder,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async readLook(): Promise<Look> {
    const logo = await this.settings.get(siteLogo);
    const accent = (await this.settings.get(siteAccent)) || BUILT_IN_ACCENT;
    return { logo, accent, version: hash('sha1', `${logo} ${accent}`, 'hex').slice(0, 8) };
  }

  async read(name: IconName, look: Look): Promise<AppIcon> {
    if (look.version !== this.version) {
      this.made.clear();
      this.version = look.version;
    }
    const made = this.made.get(name) ?? this.make(name, look);
    this.made.set(name, made);
    const forget = () => this.made.get(name) === made && this.made.delete(name);
    // The next request tries again.
    void made.then(({ isFallback }) => isFallback && forget(), forget);
    return made;
  }

  private async make(name: IconName, { logo, accent }: Look): Promise<AppIcon> {
    const { side, isMaskable, logoShare } = appIcons[name];
    const bytes = logo ? await this.readLogo(logo) : undefined;
    if (!bytes) return { image: await drawMarkIcon({ side, background: accent, isMaskable }), isFallback: logo !== '' };
    const background = isMaskable && { background: WHITE };
    return { image: await this.encoder.icon({ bytes }, { side, share: logoShare, ...background }), isFallback: false };
  }

  private async readLogo(path: string): Promise<Buffer | undefined> {
    const location = parseFilePath(path);
    const file = location && (await this.files.find(location.id));
    const stream = file && (await this.storage.read(file.sha256));
    if (!stream) this.logger.warn({ path }, 'the logo is missing; the icons show the mark of the product');
    return stream && buffer(stream);
  }
}
