// Who may import whom under src and in the dashboard: the table of docs/architecture.md, one line per folder.
const MAY_IMPORT = {
  core: [],
  net: ['core'],
  store: ['core'],
  artifacts: ['core', 'store'],
  mail: ['core'],
  models: ['core', 'net'],
  billing: ['core', 'net', 'store'],
  jobs: ['core', 'store'],
  outbox: ['core', 'net', 'store', 'jobs', 'mail'],
  http: ['core', 'net', 'store', 'billing', 'artifacts'],
};

const folderRules = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  name: `${folder}-imports-${others.join('-') || 'nothing'}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...others].join('|')})/` },
}));

/** The dashboard: an area builds on the shared folders, never on another area, and speaks to the service over HTTP only. */
const DASHBOARD = {
  api: [],
  parts: ['api'],
  shell: ['api', 'parts'],
};
const dashboardRules = [
  ...Object.entries(DASHBOARD).map(([folder, others]) => ({
    name: `dashboard-${folder}-imports-${others.join('-') || 'nothing'}`,
    severity: 'error',
    from: { path: `^dashboard/src/${folder}/` },
    to: { path: '^(dashboard/src/[^/]+/|src/|client/)', pathNot: `^dashboard/src/(${[folder, ...others].join('|')})/` },
  })),
  {
    name: 'a-dashboard-area-imports-itself-and-the-shared-folders',
    severity: 'error',
    from: { path: '^dashboard/src/([^/]+)/', pathNot: `^dashboard/src/(${Object.keys(DASHBOARD).join('|')})/` },
    to: { path: '^(dashboard/src/[^/]+/|src/|client/)', pathNot: '^dashboard/src/(api|parts|shell|$1)/' },
  },
];

module.exports = {
  forbidden: [
    ...folderRules,
    ...dashboardRules,
    {
      name: 'an-engine-kind-imports-core-net-models-itself-and-ports',
      severity: 'error',
      from: { path: '^src/engines/([^/]+)/', pathNot: '^src/engines/video/' },
      to: { path: '^src/', pathNot: '^src/((core|net|models|engines/$1)/|engines/[^/]+/port\\.ts$)' },
    },
    {
      name: 'films-are-painted-by-the-image-engine',
      severity: 'error',
      from: { path: '^src/engines/video/' },
      to: { path: '^src/', pathNot: '^src/((core|net|models|engines/video|engines/image)/|engines/[^/]+/port\\.ts$)' },
    },
    {
      name: 'a-module-imports-no-other-module-and-only-ports',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/((core|net|store|billing|jobs|outbox|modules/$1)/|http/(route|page)\\.ts$|engines/[^/]+/port\\.ts$|artifacts/port\\.ts$)',
      },
    },
    {
      name: 'routes-import-their-own-module-and-route',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/[a-z-]*routes\\.ts$' },
      to: { path: '^src/', pathNot: '^src/((modules/$1|core)/|http/route\\.ts$)' },
    },
    {
      name: 'only-routes-know-http',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: 'routes\\.ts$' },
      to: { path: ['^src/http/', '^src/modules/[^/]+/[a-z-]*routes\\.ts$'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node'],
    },
  },
};
