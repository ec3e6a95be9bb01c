import { ConfigError, loadConfig } from '../platform/config/config.js';

// Tells in one sentence what is wrong with the configuration; the start command asks before it starts anything.
try {
  loadConfig();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
