import { readdirSync } from 'node:fs';

/*
 * Who may know whom. The rules are made from these two lines and from the folder names, so that a new module or feature
 * is held to them from its first file.
 */
const modules = ['roles', 'auth', 'content', 'forum', 'notifications', 'analytics', 'admin'];
const layers = ['lib', 'ui', 'api', 'shared', 'features', 'routes'];
/*
 * Features that other features may import, each after those it may import itself. They have no index.ts: it would pull
 * their lazy parts into the first load (1.6 KB of a document page).
 */
const buildingBlocks = ['markdown', 'reactions', 'comments'];

const unknown = readdirSync('backend/src/modules').filter((name) => !modules.includes(name));
if (unknown.length)
  throw new Error(`Give ${unknown.join(', ')} a place in the line of modules in .dependency-cruiser.mjs.`);

const tests = '\\.(spec|int-spec)\\.ts$';
const backend = [
  {
    name: 'platform-knows-no-module',
    severity: 'error',
    from: { path: '^backend/src/platform/', pathNot: tests },
    to: { path: '^backend/src/(modules|demo|cli)/' },
  },
  ...modules.map((name, place) => ({
    name: `${name}-knows-only-modules-before-it`,
    severity: 'error',
    from: { path: `^backend/src/modules/${name}/` },
    to: { path: `^backend/src/modules/(${modules.slice(place + 1).join('|') || 'none'})/` },
  })),
  {
    name: 'modules-meet-at-their-doors',
    comment: 'Another module is entered through its index.ts only.',
    severity: 'error',
    from: { path: '^backend/src/modules/([^/]+)/' },
    to: {
      path: '^backend/src/modules/',
      pathNot: ['^backend/src/modules/$1/', '^backend/src/modules/[^/]+/index\\.ts$'],
    },
  },
  {
    name: 'the-outside-uses-the-doors-too',
    severity: 'error',
    from: { path: '^backend/src/([^/]+\\.ts$|cli/|demo/)' },
    to: { path: '^backend/src/modules/', pathNot: '^backend/src/modules/[^/]+/index\\.ts$' },
  },
];
const frontend = [
  ...layers.map((name, place) => ({
    name: `frontend-${name}-looks-down-only`,
    severity: 'error',
    from: { path: `^frontend/src/${name}/` },
    to: { path: `^frontend/src/(${layers.slice(place + 1).join('|') || 'none'})/` },
  })),
  {
    name: 'features-import-no-feature-but-building-blocks',
    severity: 'error',
    from: { path: '^frontend/src/features/((?:admin/)?[^/]+)/' },
    to: {
      path: '^frontend/src/features/',
      pathNot: ['^frontend/src/features/$1/', `^frontend/src/features/(${buildingBlocks.join('|')})/`],
    },
  },
  ...buildingBlocks.map((name, place) => ({
    name: `${name}-imports-only-building-blocks-before-it`,
    severity: 'error',
    from: { path: `^frontend/src/features/${name}/` },
    to: { path: `^frontend/src/features/(${buildingBlocks.slice(place + 1).join('|') || 'none'})/` },
  })),
  {
    name: 'lib-ui-and-api-stand-alone',
    severity: 'error',
    from: { path: '^frontend/src/(lib|ui|api)/' },
    to: { path: '^frontend/src/(lib|ui|api)/', pathNot: ['^frontend/src/$1/', '^frontend/src/lib/'] },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    // Screens hang on the route tree, which is generated and left out below.
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '/main\\.tsx?$', '/cli/', '\\.gen\\.ts$', '^frontend/src/routes/', tests],
      },
      to: {},
    },
    ...backend,
    ...frontend,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['node_modules', 'frontend/src/api/generated', '\\.gen\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'backend/tsconfig.json' },
  },
};
