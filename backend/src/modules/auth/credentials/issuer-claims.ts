import { randomInt } from 'node:crypto';
import { USER_NAME_MAX } from '@hub/shared/limits';
import { conflict } from '../../../platform/errors/domain-error.js';
import { isPostgresText, singleLine } from '../../../platform/http/validation/text.js';

/** What an issuer asserts about a user. */
export interface IssuerClaims {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string;
  /** values of the claim with groups; null: none is configured, or the issuer did not say */
  groups: string[] | null;
}

/** Claims of an ID token or of the userinfo endpoint, as issuers send them. */
export type ClaimSet = Readonly<Record<string, unknown>>;

/** The limit of OpenID Connect. */
const SUBJECT_MAX = 255;
const MICROSOFT_HOSTS = ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn'];

/**
 * Whether the userinfo endpoint could add something: some issuers have thin ID tokens.
 * @param groupsClaim name or path of the claim with groups; empty: none
 */
export const isMissingClaims = (idToken: ClaimSet, groupsClaim: string): boolean =>
  readEmail(idToken) === undefined ||
  readVerification(idToken) === undefined ||
  findName([idToken]) === undefined ||
  (groupsClaim !== '' && findClaim(idToken, groupsClaim) === undefined);

/** Whether the issuer, as Microsoft's does above 200 groups, refers to another place instead of naming the groups. */
export const hasOverage = (idToken: ClaimSet, groupsClaim: string): boolean => {
  const elsewhere = idToken['_claim_names'];
  return isRecord(elsewhere) && Object.hasOwn(elsewhere, groupsClaim);
};

/** @throws 409 subject_refused for subjects that cannot be stored */
export function requireSubject(subject: string): void {
  if (subject === '' || subject.length > SUBJECT_MAX || !isPostgresText(subject))
    throw conflict('subject_refused', (texts) => texts.auth.subjectRefused(SUBJECT_MAX));
}

/**
 * Joins the claims of an ID token with those of the userinfo endpoint, which the caller has requested for the same
 * subject. The ID token wins. An email address counts as verified only by a claim about this very address.
 * @param options.userinfo null where the endpoint was not available: groups that only it could name are not known then
 * @param options.groupsClaim as of {@link isMissingClaims}
 */
export function joinClaims(
  idToken: ClaimSet & { iss: string; sub: string },
  { userinfo, groupsClaim = '' }: { userinfo?: ClaimSet | null; groupsClaim?: string } = {},
): IssuerClaims {
  const sources = [idToken, userinfo ?? {}];
  const email = sources.map(readEmail).find((each) => each !== undefined);
  const groups = sources.map((source) => findClaim(source, groupsClaim)).find((claim) => claim !== undefined);
  const areGroupsUnknown = groups === undefined && (userinfo === null || hasOverage(idToken, groupsClaim));
  const [verification] = sources
    .filter((source) => email !== undefined && readEmail(source)?.toLowerCase() === email.toLowerCase())
    .map((source) => readVerification(source, idToken.iss))
    .filter((value) => value !== undefined);
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email,
    emailVerified: verification ?? false,
    name: findName(sources, email) ?? `Member ${randomInt(1000, 10_000)}`,
    groups: groupsClaim === '' || areGroupsUnknown ? null : toValues(groups),
  };
}

const isRecord = (value: unknown): value is ClaimSet => typeof value === 'object' && value !== null;

/** A claim by its name, which may have dots itself, or by a path; undefined where there is none. */
function findClaim(claims: ClaimSet, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name] ?? undefined;
  let at: unknown = claims;
  for (const part of name.split('.')) {
    if (!isRecord(at) || !Object.hasOwn(at, part)) return undefined;
    at = at[part];
  }
  return at ?? undefined;
}

/** Issuers send one value as a text; anything but texts and numbers is ignored. */
const toValues = (claim: unknown): string[] =>
  [claim].flat().flatMap((value) => {
    if (typeof value === 'number') return [String(value)];
    return typeof value === 'string' ? [value.trim()] : [];
  });

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const readEmail = (claims: ClaimSet): string | undefined => readText(claims['email']);

/**
 * Cognito and Apple send a text. Microsoft sends no `email_verified` but optionally `xms_edov`, which says that the
 * domain's owner is verified. Everything but a clear yes means no.
 */
function readVerification(claims: ClaimSet, issuer?: string): boolean | undefined {
  const verified = claims['email_verified'];
  if (verified !== undefined && verified !== null) return isTrue(verified);
  const domainOwner = claims['xms_edov'];
  if (domainOwner === undefined || issuer === undefined || !isMicrosoft(issuer)) return undefined;
  return isTrue(domainOwner) || domainOwner === 1 || domainOwner === '1';
}

const isTrue = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');

const isMicrosoft = (issuer: string): boolean => MICROSOFT_HOSTS.includes(URL.parse(issuer)?.hostname ?? '');

const isPublic = (name: string) => name !== '' && !/\S@\S/.test(name);

/**
 * The first of full name, given and family name, and user name. The local part of an email address is private, so
 * claims with an address are skipped, and user names that repeat the local part.
 */
function findName(sources: readonly ClaimSet[], email?: string): string | undefined {
  const localPart = email?.slice(0, email.lastIndexOf('@')).toLowerCase();
  const names = (claim: string) => sources.map((source) => toName(source[claim])).filter(isPublic);
  const [given = ''] = names('given_name');
  const [family = ''] = names('family_name');
  const userNames = [...names('preferred_username'), ...names('nickname')];
  return [
    ...names('name'),
    toName(`${given} ${family}`),
    ...userNames.filter((name) => name.toLowerCase() !== localPart),
  ].find((name) => name !== '');
}

/** A name of at most {@link USER_NAME_MAX} code units without a split surrogate pair; '' for anything but text. */
function toName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const start = value.slice(0, 10 * USER_NAME_MAX).toWellFormed();
  return singleLine(
    singleLine(start)
      .slice(0, USER_NAME_MAX)
      .replace(/[\uD800-\uDBFF]$/, ''),
  );
}
