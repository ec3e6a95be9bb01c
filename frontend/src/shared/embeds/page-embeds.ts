import { type Embed, findEmbed } from '@hub/shared/embeds';
import { readSettings } from '../../lib/site-settings';

const isName = (host: unknown): host is string => typeof host === 'string';

/**
 * What an address of another host shows in a frame.
 * @returns undefined for a host from which this page may not have frames
 */
export function findPageEmbed(address: string): Embed | undefined {
  // As the page has them, because its content security policy is of the same moment.
  const hosts = readSettings()['embeds.hosts'];
  return Array.isArray(hosts) ? findEmbed(address, hosts.filter(isName)) : undefined;
}
