import { rmSync } from 'node:fs';

export default async function globalTeardown() {
  const { server, dataDir } = globalThis.hubTestDatabase;
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
