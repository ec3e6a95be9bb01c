import { ConfigError, loadConfig } from '../platform/config/config.js';

// Prints what is wrong with the configuration in one sentence. The start command runs it first.
try {
  loadConfig();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
