/** Addresses, as browsers and Node have them; no library of the language does. */
declare class URL {
  static parse(address: string): URL | null;
  constructor(address: string);
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly hash: string;
  readonly searchParams: { get: (name: string) => string | null };
}
