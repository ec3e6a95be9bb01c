import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { UNPRIVILEGED_ID } from './read-only-tree.js';
import { findFreePort } from './server-process.js';
import { waitFor } from './wait-for.js';

const { findNginx } = (await import(new URL('../../../tools/lib/test-programs.mjs', import.meta.url).href)) as {
  findNginx: () => string | undefined;
};
const site = readFileSync(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8');

/** nginx with the site of `deploy/nginx.conf`, run by an unprivileged account. */
export class Nginx {
  private child: ChildProcess | undefined;
  private output = '';
  private readonly certificates = getCACertificates('default');

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    readonly httpPort: number,
    /** of TLS, in PEM format */
    readonly certificate: string,
  ) {}

  /** Chooses ports and creates a certificate, which `fetch` in this process trusts until `stop`. */
  static async create(): Promise<Nginx> {
    const folder = mkdtempSync(join(tmpdir(), 'hub-test-nginx-'));
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const files = ['-keyout', key, '-out', certificate];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' });
    const pem = readFileSync(certificate, 'utf8');
    const nginx = new Nginx(folder, await findFreePort(), await findFreePort(), pem);
    setDefaultCACertificates([...nginx.certificates, pem]);
    return nginx;
  }

  /** For PUBLIC_URL of the instances. */
  get url(): string {
    return `https://localhost:${this.port}`;
  }

  /** @param instances the URLs of the hub's instances */
  async start(instances: string[]): Promise<void> {
    const file = (name: string) => join(this.folder, name);
    writeFileSync(file('site.conf'), this.configureSite(instances));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    writeFileSync(
      file('nginx.conf'),
      `daemon off; pid ${file('nginx.pid')}; error_log stderr warn; worker_processes 2;
       events { worker_connections 1024; }
       http {
         ${temporary.map((name) => `${name}_temp_path ${file(name)};`).join(' ')}
         log_format upstreams '$status $request_method $uri $upstream_addr $upstream_status';
         access_log ${file('access.log')} upstreams;
         include ${file('site.conf')};
       }`,
    );
    const isRoot = process.getuid?.() === 0;
    if (isRoot)
      for (const name of ['.', ...readdirSync(this.folder)])
        chownSync(join(this.folder, name), UNPRIVILEGED_ID, UNPRIVILEGED_ID);
    const program = findNginx();
    if (!program) throw new Error('This test needs nginx: install it, or set NGINX_PATH to its path.');
    this.child = spawn(program, ['-p', this.folder, '-c', file('nginx.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isRoot && { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }),
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    await waitFor(
      () => fetch(`${this.url}/health/live`).then(({ status }) => String(status), String),
      (status) => status === '200' || this.child?.exitCode !== null,
    );
    if (this.child.exitCode !== null) throw new Error(`nginx did not start: ${this.output}`);
  }

  /** For each request since the start a line with its status, and the addresses and statuses of the instances asked. */
  readLog(): string[] {
    return readFileSync(join(this.folder, 'access.log'), 'utf8').trim().split('\n');
  }

  /** What nginx reported. */
  get errors(): string {
    return this.output;
  }

  async stop(): Promise<void> {
    setDefaultCACertificates(this.certificates);
    if (this.child?.exitCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The site with the addresses and files of this test; all else stays as it is. */
  private configureSite(instances: string[]): string {
    const servers = instances.map((url) => `server ${new URL(url).host} max_fails=0;`).join(' ');
    const changes: [from: RegExp, to: string][] = [
      [/server 127\.0\.0\.1:3000 max_fails=0;\s+# server 127\.0\.0\.1:3001 max_fails=0;/g, servers],
      // The machine of a test may have no IPv6.
      [/listen \[::\]:(80|443 ssl http2);/g, ''],
      [/listen 80;/g, `listen 127.0.0.1:${this.httpPort};`],
      [/listen 443 /g, `listen 127.0.0.1:${this.port} `],
      [/hub\.example\.org;/g, 'localhost;'],
      [/ssl_certificate .*;/g, `ssl_certificate ${join(this.folder, 'certificate.pem')};`],
      [/ssl_certificate_key .*;/g, `ssl_certificate_key ${join(this.folder, 'key.pem')};`],
    ];
    return changes.reduce((text, [from, to]) => {
      if (!from.test(text)) throw new Error(`deploy/nginx.conf does not contain ${from.source}.`);
      return text.replace(from, to);
    }, site);
  }
}
