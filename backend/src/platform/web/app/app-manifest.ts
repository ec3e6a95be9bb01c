import { Injectable } from '@nestjs/common';
import { Settings, siteLanguage, siteName } from '../../settings/settings.js';
import { Pages } from '../pages.js';
import { type IconName, appIcons, AppIcons, isIconName } from './app-icons.js';

/** The background of pages in the light color scheme, which the app shows until it has started. */
const BACKGROUND = '#fbfcfd';
/** iOS has a link of its own. */
const LISTED: readonly IconName[] = ['192.png', '512.png', 'maskable-192.png', 'maskable-512.png'];

/** What browsers need to install the hub as an app: its manifest and icons. */
@Injectable()
export class AppManifest {
  constructor(
    pages: Pages,
    private readonly settings: Settings,
    private readonly icons: AppIcons,
  ) {
    pages.add('/offline', { title: ({ pages: texts }) => texts.offline });
    pages.addAlwaysPublicText('/manifest.webmanifest', async () => ({
      mediaType: 'application/manifest+json; charset=utf-8',
      text: JSON.stringify(await this.describe()),
    }));
    pages.addAlwaysPublicText('/icons/:version/:name', async ({ version, name = '' }) => {
      if (!isIconName(name)) return undefined;
      const look = await this.icons.readLook();
      const { image, isFallback } = await this.icons.read(name, look);
      // A former address leads to the present icon.
      return { mediaType: 'image/png', text: image, isImmutable: version === look.version && !isFallback };
    });
  }

  private async describe() {
    const { accent, version } = await this.icons.readLook();
    return {
      id: '/',
      name: await this.settings.get(siteName),
      lang: await this.settings.get(siteLanguage),
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: accent,
      background_color: BACKGROUND,
      icons: LISTED.map((name) => {
        const { side, isMaskable } = appIcons[name];
        return {
          src: `/icons/${version}/${name}`,
          sizes: `${side}x${side}`,
          type: 'image/png',
          purpose: isMaskable ? 'maskable' : 'any',
        };
      }),
    };
  }
}
