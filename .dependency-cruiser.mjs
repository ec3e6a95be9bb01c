import { readdirSync } from 'node:fs';

/*
 * Import rules, derived from these lists and from the folder names. A new module or feature is checked without a change
 * here, except for its place in a list.
 */
const modules = ['roles', 'auth', 'content', 'forum', 'notifications', 'analytics', 'admin'];
const layers = ['lib', 'ui', 'api', 'shared', 'features', 'routes'];
/*
 * Features that other features may import, each after those it may import itself. They have no index.ts: it would pull
 * their lazy parts into the first load (1.6 KB of a document page).
 */
const buildingBlocks = ['markdown', 'reactions', 'comments', 'editing'];

const unknown = readdirSync('backend/src/modules').filter((name) => !modules.includes(name));
if (unknown.length)
  throw new Error(`Add ${unknown.join(', ')} to the ordered list of modules in .dependency-cruiser.mjs.`);

const tests = '\\.((int|process)-)?spec\\.ts$';
const backend = [
  {
    name: 'schema-imports-nothing',
    severity: 'error',
    from: { path: '^backend/src/schema/', pathNot: tests },
    to: { path: '^backend/src/', pathNot: '^backend/src/schema/' },
  },
  {
    name: 'platform-imports-no-module',
    severity: 'error',
    from: { path: '^backend/src/platform/', pathNot: tests },
    to: { path: '^backend/src/(modules|demo|cli)/' },
  },
  ...modules.map((name, place) => ({
    name: `${name}-imports-only-earlier-modules`,
    severity: 'error',
    from: { path: `^backend/src/modules/${name}/` },
    to: { path: `^backend/src/modules/(${modules.slice(place + 1).join('|') || 'none'})/` },
  })),
  {
    name: 'modules-import-only-each-others-index',
    comment: 'Modules import other modules through their index.ts only.',
    severity: 'error',
    from: { path: '^backend/src/modules/([^/]+)/' },
    to: {
      path: '^backend/src/modules/',
      pathNot: ['^backend/src/modules/$1/', '^backend/src/modules/[^/]+/(index|seeds)\\.ts$'],
    },
  },
  {
    name: 'kinds-of-content-items-import-not-each-other',
    severity: 'error',
    from: { path: '^backend/src/modules/content/(documents|videos)/' },
    to: {
      path: '^backend/src/modules/content/(documents|videos)/',
      pathNot: '^backend/src/modules/content/$1/',
    },
  },
  {
    name: 'app-imports-only-module-indexes',
    severity: 'error',
    from: { path: '^backend/src/([^/]+\\.ts$|cli/|demo/)' },
    to: { path: '^backend/src/modules/', pathNot: '^backend/src/modules/[^/]+/(index|seeds)\\.ts$' },
  },
  {
    name: 'only-seeds-import-seeds',
    comment: 'A module exports what creates demo and test content in seeds.ts, for the demo, commands and other seeds.',
    severity: 'error',
    from: { path: '^backend/src/', pathNot: ['^backend/src/(cli|demo)/', '/seed/', '/seeds\\.ts$', tests] },
    to: { path: '^backend/src/modules/[^/]+/seeds\\.ts$' },
  },
];
const shared = [
  {
    name: 'shared-imports-neither-half',
    severity: 'error',
    from: { path: '^shared/src/' },
    to: { path: '^(backend|frontend)/' },
  },
  {
    name: 'shared-needs-no-runtime',
    comment: 'It runs in browsers and on the server.',
    severity: 'error',
    from: { path: '^shared/src/' },
    to: { dependencyTypes: ['core'] },
  },
];
const frontend = [
  ...layers.map((name, place) => ({
    name: `frontend-${name}-imports-only-lower-layers`,
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
    name: `${name}-imports-only-earlier-building-blocks`,
    severity: 'error',
    from: { path: `^frontend/src/features/${name}/` },
    to: { path: `^frontend/src/features/(${buildingBlocks.slice(place + 1).join('|') || 'none'})/` },
  })),
  {
    name: 'lib-ui-and-api-do-not-import-each-other',
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
    // Screens are imported by the generated route tree, which is excluded below.
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
    ...shared,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['node_modules', 'frontend/src/api/generated', '\\.gen\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'backend/tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['hub-source', 'import', 'node', 'default'] },
  },
};
