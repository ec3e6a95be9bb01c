import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { defaultEmbedHosts, toEmbedHost } from '@hub/shared/embeds';
import type { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import { FileReferences } from '../files/file-references.js';
import { parseFilePath } from '../files/file-url.js';
import { DomainError, invalid } from '../errors/domain-error.js';
import {
  defineSetting,
  type SettingProblem,
  Settings,
  siteLanguage,
  siteName,
  siteReaders,
} from '../settings/settings.js';
import { VisibilityRegistry } from '../visibility/visibility-registry.js';

const NOT_A_LOGO: SettingProblem = 'notALogo';

/** The path without the API's prefix, which belongs to the configuration. */
const logoPath = z
  .string()
  .max(300, NOT_A_LOGO)
  .transform((url) => url.trim().replace(/^.*(?=\/files\/)/, ''))
  .refine((path) => path === '' || parseFilePath(path) !== undefined, NOT_A_LOGO);

/** An image of this hub as the path of a file; empty for the built-in logo. */
export const siteLogo = defineSetting('site.logo', logoPath, '');

/** The color of links and buttons; empty for the built-in one. The frontend derives readable shades. */
export const siteAccent = defineSetting(
  'site.accent',
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, 'noColor' satisfies SettingProblem),
  '',
);

const LINK = /^(https?:\/\/[^\s/]\S*|\/(?![/\\])\S*)?$/i;

/** A page elsewhere, or one of this hub. No other schemes, which could run scripts. */
const pageLink = z
  .string()
  .trim()
  .max(500, 'addressTooLong' satisfies SettingProblem)
  .regex(LINK, 'noAddress' satisfies SettingProblem);

export const imprintLink = defineSetting('legal.imprint_url', pageLink, '');
export const privacyLink = defineSetting('legal.privacy_url', pageLink, '');

const embedHost = z.string().transform((typed, context) => {
  const host = toEmbedHost(typed);
  if (host !== undefined) return host;
  context.addIssue({ code: 'custom', message: 'noHost' satisfies SettingProblem });
  return z.NEVER;
});

/** Hosts whose videos and code texts show in frames, after a click. Pages may contain frames of no others. */
export const embedHosts = defineSetting(
  'embeds.hosts',
  z
    .array(embedHost)
    .max(30)
    .transform((hosts) => [...new Set(hosts)]),
  [...defaultEmbedHosts],
);

const isForSignIn = () => true;

const LOGO_FILE = 'site_logo';
/** There is one logo. */
const LOGO = { subjectType: LOGO_FILE, subjectId: '00000000-0000-7000-8000-000000000001' };

/** The settings that every page shows. */
@Injectable()
export class SiteSettings implements OnModuleInit {
  constructor(
    private readonly settings: Settings,
    private readonly files: FileReferences,
    private readonly visibility: VisibilityRegistry,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.settings.register('general', [siteName, siteLanguage, siteLogo, siteAccent], { isPublic: true, isForSignIn });
    this.settings.register('general', [embedHosts], { isPublic: true });
    this.settings.register('registration', [siteReaders], { isPublic: true, isForSignIn });
    this.settings.register('legal', [imprintLink, privacyLink], {
      isPublic: true,
      // Guests cannot open pages of a private hub.
      isForSignIn: (link) => this.isElsewhere(String(link)),
    });
    this.visibility.register(LOGO_FILE, {
      findVisible: (_actor, ids) => Promise.resolve({ visible: new Set(ids), public: new Set(ids) }),
      isForSignIn: true,
    });
    this.settings.follow(siteLogo, (path, actor) => this.useLogo(path, actor));
  }

  /** Whether a link leads to a page that is not of this hub. */
  private isElsewhere(link: string): boolean {
    return URL.canParse(link) && !this.config.ownOrigins.includes(new URL(link).origin);
  }

  /** Makes the file public, and no longer the former one. */
  private async useLogo(path: string, actor: Actor | null): Promise<void> {
    const location = parseFilePath(path);
    if (location && actor) await this.requireImage(actor, location);
    await this.files.replace(location ? [location.id] : [], LOGO, actor);
  }

  private async requireImage(actor: Actor, { id, hash }: { id: string; hash: string }): Promise<void> {
    const refusal = invalid([{ field: siteLogo.key, message: ({ settings }) => settings.problems[NOT_A_LOGO] }]);
    const file = await this.files.readable(actor, id, hash).catch((error: unknown) => {
      throw error instanceof DomainError && error.status === 404 ? refusal : error;
    });
    if (!file.media_type.startsWith('image/')) throw refusal;
  }
}
