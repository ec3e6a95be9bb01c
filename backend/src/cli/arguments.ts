import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from './command.js';

/** The arguments of commands, which are also checked before a database is started for them. */

export interface BackupArguments {
  verify: boolean;
  /** an absolute path */
  file: string | undefined;
}

export function readBackupArguments(args: string[]): BackupArguments {
  const { values, positionals } = parse(args, { verify: { type: 'boolean', default: false } }) ?? {};
  if (!values || !positionals || positionals.length > (values.verify ? 1 : 0))
    throw new UsageError('Usage: npm run backup, or npm run backup -- --verify [FILE]');
  return { verify: values.verify === true, file: positionals[0] && requireArchive(positionals[0]) };
}

/** @returns the absolute path of the archive */
export function readRestoreArguments(args: string[]): string {
  const { positionals } = parse(args, {}) ?? {};
  if (!positionals?.[0] || positionals.length > 1)
    throw new UsageError('Name the archive of a backup: npm run restore -- FILE');
  return requireArchive(positionals[0]);
}

export function readReconcileArguments(args: string[]): { fix: boolean } {
  const { values, positionals } = parse(args, { fix: { type: 'boolean', default: false } }) ?? {};
  if (!values || positionals?.length) throw new UsageError('Usage: npm run reconcile, or npm run reconcile -- --fix');
  return { fix: values.fix === true };
}

/** Checks of arguments, by the name of the command. @throws UsageError, an error of the file system */
export const argumentChecks: Record<string, ((args: string[]) => unknown) | undefined> = {
  backup: readBackupArguments,
  restore: readRestoreArguments,
  reconcile: readReconcileArguments,
};

function parse(args: string[], options: Record<string, { type: 'boolean'; default: boolean }>) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    return undefined; // unknown option
  }
}

function requireArchive(name: string): string {
  const path = resolve(name);
  if (statSync(path).isDirectory())
    throw new UsageError(`${path} is a folder. Name an archive in it, a file that ends with .tar.zst.`);
  accessSync(path, constants.R_OK);
  return path;
}
