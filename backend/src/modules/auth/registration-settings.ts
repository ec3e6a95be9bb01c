import { z } from 'zod';
import { defineSetting, type SettingProblem } from '../../platform/settings/settings.js';

export const registrationModes = ['open', 'invitation', 'domains', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(new RegExp(`^(${LABEL}\\.)+${LABEL}$`), 'noDomain' satisfies SettingProblem);

/**
 * Who may create an account: all visitors, invited users only, users with an email address at one of
 * {@link registrationDomains}, or no one without an invitation. Invitations are valid in every mode.
 */
export const registrationMode = defineSetting('auth.registration', z.enum(registrationModes), 'open');
/** Domains of email addresses, for the mode `domains`. Subdomains have to be listed as well. */
export const registrationDomains = defineSetting('auth.registration_domains', z.array(emailDomain).max(100), []);
/**
 * Whether users of the mode `open` confirm their address before they get an account, where a mail server is configured.
 * The response to a registration then does not reveal whether an address has an account.
 */
export const registrationByLink = defineSetting('auth.registration_by_link', z.boolean(), true);
/** The role of a new account; an invitation has its own. */
export const defaultRole = defineSetting('auth.default_role', z.string(), 'VIEWER');
/** The claim of the issuer with the groups of a user, also a path such as realm_access.roles; empty: none. */
export const issuerGroupsClaim = defineSetting('auth.issuer_groups_claim', z.string().trim().max(255), '');
/** The values of that claim that are groups of the hub. */
export const issuerGroups = defineSetting(
  'auth.issuer_groups',
  z.array(z.string().trim().min(1).max(255)).max(100),
  [],
);
/** Whether the hub has no administrator yet. Until then there is no registration. */
export const setupRequired = defineSetting('auth.setup_required', z.boolean(), false, { isInternal: true });
