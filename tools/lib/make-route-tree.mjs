// Generates the frontend's route tree by its tsr.config.json in the working directory. A separate process, because the
// generator prints warnings that cannot be fixed.
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './node-runtime.mjs';

const { Generator, getConfig } = createRequire(path.join(root, 'frontend/package.json'))('@tanstack/router-generator');
const folder = process.cwd();
await new Generator({ config: getConfig({}, folder), root: folder }).run();
