import { resolve } from 'node:path';
import { z } from 'zod';
import { PASSWORD_MIN } from '@hub/shared/limits';

/**
 * Greatest length of a typed password in UTF-16 code units, checked before it is normalised: a composed password of the
 * greatest length fits in any decomposed form.
 */
export const PASSWORD_INPUT_MAX = 2000;
/** Length of a normalised password in code points. */
export const PASSWORD_MAX = 200;

/**
 * The form of a password that is hashed, so that it is the same on every keyboard: é typed as one code point or as two,
 * full-width letters of an input method, a no-break space. Spaces as in the profile OpaqueString (RFC 8265); NFKC
 * instead of its NFC, as NIST SP 800-63B recommends, because users cannot see compatibility variants in a hidden field.
 */
export const normalizePassword = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFKC');

/** An invalid configuration. The message is one sentence that names the variable and its valid values. */
export class ConfigError extends Error {}

const text = z.string().min(1);
const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
const onOff = z.enum(['true', 'false']).transform((value) => value === 'true');
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((value) => URL.parse(value)?.pathname === '/')
  .transform((value) => new URL(value).origin);
const loopbackNames = ['localhost', '127.0.0.1'];
const issuer = z.url({ protocol: /^https?$/ }).refine((value) => {
  const url = URL.parse(value);
  return url?.protocol === 'https:' || [...loopbackNames, '[::1]'].includes(url?.hostname ?? '');
});
const password = z
  .string()
  .max(PASSWORD_INPUT_MAX)
  .transform(normalizePassword)
  .pipe(z.string().min(PASSWORD_MIN).max(PASSWORD_MAX));
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const parseList = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item));

interface Variable {
  schema: z.ZodType;
  takes: string;
  secret?: true;
}
const variable = <T extends z.ZodType>(schema: T, takes: string) => ({ schema, takes });
const secret = <T extends z.ZodType>(schema: T, takes: string) => ({ schema, takes, secret: true as const });

const variables = {
  PORT: variable(wholeNumber(0, 65535).default(3000), 'a port number from 0 to 65535'),
  HOST: variable(text.default('127.0.0.1'), 'an address to listen on, for example 127.0.0.1 or 0.0.0.0'),
  PUBLIC_URL: variable(
    origin.optional(),
    'the address people open, without a path, for example https://hub.example.org',
  ),
  DATA_DIR: variable(text.default('.data'), 'a folder for uploads and backups'),
  DATABASE_URL: secret(
    postgresUrl.optional(),
    'a PostgreSQL address, for example postgresql://user:password@host:5432/hub',
  ),
  DATABASE_EMBEDDED: variable(onOff.default(false), 'true or false; npm start sets it for its own PostgreSQL'),
  DATABASE_REPLICA_URLS: secret(parseList(postgresUrl).default([]), 'PostgreSQL addresses, separated by commas'),
  STORAGE: variable(z.enum(['local', 's3']).default('local'), 'local or s3'),
  S3_ENDPOINT: variable(z.url().optional(), 'the address of the S3 service'),
  S3_REGION: variable(text.default('us-east-1'), 'a region name'),
  S3_BUCKET: variable(text.optional(), 'the name of a bucket'),
  S3_ACCESS_KEY_ID: secret(text.optional(), 'an access key id'),
  S3_SECRET_ACCESS_KEY: secret(text.optional(), 'a secret access key'),
  ADMIN_EMAIL: variable(z.email().max(254).optional(), 'an email address'),
  ADMIN_PASSWORD: secret(password.optional(), 'a password of 6 to 200 characters'),
  DEMO: variable(onOff.default(false), 'true or false'),
  SMTP_URL: secret(
    z.url({ protocol: /^smtps?$/ }).optional(),
    'a mail server, for example smtp://user:password@host:587',
  ),
  MAIL_FROM: variable(text.optional(), 'a sender, for example Knowledge Hub <hub@example.org>'),
  GOOGLE_CLIENT_ID: variable(text.optional(), 'the client id that Google, or the OIDC_ISSUER, gave to this hub'),
  GOOGLE_CLIENT_SECRET: secret(text.optional(), 'the client secret that belongs to GOOGLE_CLIENT_ID'),
  OIDC_ISSUER: variable(
    issuer.default('https://accounts.google.com'),
    'the https address of an OpenID Connect issuer (http only on this machine)',
  ),
  OIDC_NAME: variable(
    z.string().min(1).max(40).default('Google'),
    'what the issuer is called at sign-in, at most 40 characters, for example Google',
  ),
  API_PREFIX: variable(z.enum(['/api', '']).default('/api'), '/api, or empty to serve only the API at the root'),
  CORS_ORIGINS: variable(
    parseList(origin).default([]),
    'origins of frontends, separated by commas, for example https://hub.example.org',
  ),
  PUSH_ORIGINS: variable(
    parseList(origin).default([]),
    'origins of push services in your own network, separated by commas, for example https://push.example.org:8443',
  ),
  TRUST_PROXY: variable(onOff.default(false), 'true or false'),
  RATE_LIMIT_IP_FACTOR: variable(
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number)
      .pipe(z.number().positive())
      .default(1),
    'a number above 0',
  ),
  SHARED_READS_SECONDS: variable(wholeNumber(0, 60).default(2), 'a whole number of seconds from 0 to 60'),
  STORAGE_QUOTA_GB: variable(wholeNumber(1, 1_000_000).default(100), 'a whole number of gigabytes'),
  MAX_VIDEO_MB: variable(wholeNumber(1, 1_000_000).default(2048), 'a whole number of megabytes'),
  VIDEO_WORKERS: variable(wholeNumber(0, 64).default(1), 'a whole number from 0 (this instance converts none) to 64'),
  MAX_IMAGE_MB: variable(wholeNumber(1, 1000).default(10), 'a whole number of megabytes'),
  METRICS_TOKEN: secret(
    z
      .string()
      .regex(/^[\w-]{20,200}$/)
      .optional(),
    'a random text of 20 to 200 letters, digits, - or _',
  ),
  LOG_LEVEL: variable(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'trace, debug, info, warn, error, fatal or silent',
  ),
} satisfies Record<string, Variable>;

type Variables = { [K in keyof typeof variables]: z.infer<(typeof variables)[K]['schema']> };

/** The whole configuration, read once from the environment and validated. Variable names contain the unit of sizes. */
export class Config {
  constructor(
    readonly env: Readonly<Variables>,
    readonly publicUrl: string,
    readonly dataDir: string,
    readonly databaseUrl: string,
  ) {}

  get secureCookies(): boolean {
    return this.publicUrl.startsWith('https:');
  }

  /**
   * The origin of the pages that links lead to: this server, or the first frontend of CORS_ORIGINS when this server has
   * only the API.
   */
  get frontendUrl(): string {
    return (this.env.API_PREFIX === '' ? this.env.CORS_ORIGINS[0] : undefined) ?? this.publicUrl;
  }

  /** The origins of our own pages. In development the same server is opened as localhost and as 127.0.0.1. */
  get ownOrigins(): string[] {
    const own = new URL(this.publicUrl);
    const siblings = loopbackNames.includes(own.hostname)
      ? loopbackNames.map((name) => `${own.protocol}//${name}${own.port && `:${own.port}`}`)
      : [];
    return [...new Set([this.publicUrl, ...siblings, ...this.env.CORS_ORIGINS])];
  }
}

/** @throws ConfigError with one sentence for the first variable that is wrong */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const read: Record<string, unknown> = {};
  for (const [name, { schema, takes, ...rest }] of Object.entries<Variable>(variables)) {
    const raw = environment[name];
    // An empty value means "not set", as compose files write it; API_PREFIX alone has a meaning for empty.
    const given = raw === '' && name !== 'API_PREFIX' ? undefined : raw;
    const result = schema.safeParse(given);
    if (!result.success) throw new ConfigError(`${name} must be ${takes}${rest.secret ? '' : `; it is "${given}"`}.`);
    read[name] = result.data;
  }
  const env = read as Variables;
  if (!env.DATABASE_URL)
    throw new ConfigError(
      `DATABASE_URL is missing: set it to ${variables.DATABASE_URL.takes}, ` +
        'or start with "npm start", which brings its own PostgreSQL.',
    );
  if (env.STORAGE === 's3') {
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      if (!env[name]) throw new ConfigError(`${name} is missing: STORAGE=s3 needs ${variables[name].takes}.`);
    }
  }
  if (env.SMTP_URL && !env.MAIL_FROM)
    throw new ConfigError(`MAIL_FROM is missing: SMTP_URL needs ${variables.MAIL_FROM.takes}.`);
  if (env.GOOGLE_CLIENT_ID && !env.GOOGLE_CLIENT_SECRET)
    throw new ConfigError(
      `GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID needs ${variables.GOOGLE_CLIENT_SECRET.takes}.`,
    );
  if (env.GOOGLE_CLIENT_SECRET && !env.GOOGLE_CLIENT_ID)
    throw new ConfigError(
      `GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET needs ${variables.GOOGLE_CLIENT_ID.takes}.`,
    );
  if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL)
    throw new ConfigError('ADMIN_EMAIL is missing: ADMIN_PASSWORD needs the email address it belongs to.');
  return new Config(env, env.PUBLIC_URL ?? `http://localhost:${env.PORT}`, resolve(env.DATA_DIR), env.DATABASE_URL);
}
