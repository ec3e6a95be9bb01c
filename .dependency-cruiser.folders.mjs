/*
 * Folders inside a module import each other in one direction. A configuration of its own, because tests import what
 * they need and would connect all folders.
 */
const within = '^backend/src/(modules/[^/]+|platform)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: within },
      to: { path: within, circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['node_modules', '\\.((int|process)-)?spec\\.ts$', '^backend/test/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'backend/tsconfig.json' },
  },
};
