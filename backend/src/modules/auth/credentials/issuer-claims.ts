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
}

/** Claims of an ID token or of the userinfo endpoint, as issuers send them. */
export type ClaimSet = Readonly<Record<string, unknown>>;

/** The limit of OpenID Connect. */
const SUBJECT_MAX = 255;
const MICROSOFT_HOSTS = ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn'];

/** Whether the userinfo endpoint could add something: some issuers have thin ID tokens. */
export const isMissingClaims = (idToken: ClaimSet): boolean =>
  readEmail(idToken) === undefined || readVerification(idToken) === undefined || findName([idToken]) === undefined;

/** @throws 409 subject_refused for subjects that cannot be stored */
export function requireSubject(subject: string): void {
  if (subject === '' || subject.length > SUBJECT_MAX || !isPostgresText(subject))
    throw conflict(
      'subject_refused',
      `The sign-in service identifies you by a name that is empty or longer than ${SUBJECT_MAX} characters.`,
    );
}

/**
 * Joins the claims of an ID token with those of the userinfo endpoint, which the caller has requested for the same
 * subject. The ID token wins. An email address counts as verified only by a claim about this very address.
 */
export function joinClaims(idToken: ClaimSet & { iss: string; sub: string }, userinfo: ClaimSet = {}): IssuerClaims {
  const sources = [idToken, userinfo];
  const email = readEmail(idToken) ?? readEmail(userinfo);
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
  };
}

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
