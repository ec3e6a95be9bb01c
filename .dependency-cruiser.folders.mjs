/*
 * Folders inside a module of the backend and inside a layer of the frontend import each other in one direction, types
 * included. A configuration of its own, because tests import what they need and would connect all folders.
 */
const within = '^(backend/src/(modules/[^/]+|platform)|frontend/src/(features|shared|ui|lib|api))/';

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
    exclude: {
      path: [
        'node_modules',
        '\\.((int|process)-)?spec\\.tsx?$',
        '^(backend|frontend)/test/',
        'frontend/src/api/generated',
      ],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'backend/tsconfig.json' },
  },
};
