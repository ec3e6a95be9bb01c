// Makes the frontend's route tree, by its tsr.config.json, in the folder it is started in. In a process of its own,
// since the generator has warnings to give that nobody can act on.
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './node-runtime.mjs';

const { Generator, getConfig } = createRequire(path.join(root, 'frontend/package.json'))('@tanstack/router-generator');
const folder = process.cwd();
await new Generator({ config: getConfig({}, folder), root: folder }).run();
