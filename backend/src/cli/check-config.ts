import { ConfigError, loadConfig } from '../platform/config/config.js';

// Prints what is wrong with the arguments of a command, or with the configuration, in one sentence. The start command
// and the other commands run it before they start a database.
try {
  const [command, ...args] = process.argv.slice(2);
  if (command) await checkArguments(command, args);
  loadConfig();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Loaded on demand: starts of the hub do not need it. @throws ConfigError */
async function checkArguments(command: string, args: string[]): Promise<void> {
  const [{ argumentChecks }, { describeError }] = await Promise.all([import('./arguments.js'), import('./command.js')]);
  try {
    argumentChecks[command]?.(args);
  } catch (error) {
    throw new ConfigError(describeError(error, 'The arguments could not be read'));
  }
}
