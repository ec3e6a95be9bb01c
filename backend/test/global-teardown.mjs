import { rmSync } from 'node:fs';

export default async function globalTeardown() {
  const { server, folders } = globalThis.hubTestDatabase;
  await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
