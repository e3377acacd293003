// Who may import whom in the service, the packages, the client, the command line and the dashboard: docs/architecture.md.
const MAY_IMPORT = {
  core: [],
  net: ['core'],
  store: ['core'],
  artifacts: ['core', 'store'],
  marks: ['core', 'artifacts', 'store', 'outbox'],
  mail: ['core'],
  models: ['core', 'net'],
  money: ['core', 'net', 'store', 'outbox'],
  jobs: ['core', 'store', 'money'],
  outbox: ['core', 'net', 'store', 'mail'],
  http: ['core', 'store', 'money'],
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
const ELSEWHERE = '^(dashboard/src/[^/]+/|src/|client/|cli/|test/)';
const CLIENT = 'client/src/entry\\.ts$';
const dashboardRules = [
  ...Object.entries(DASHBOARD).map(([folder, others]) => ({
    name: `dashboard-${folder}-imports-${others.join('-') || 'nothing'}`,
    severity: 'error',
    from: { path: `^dashboard/src/${folder}/` },
    to: { path: ELSEWHERE, pathNot: `^(dashboard/src/(${[folder, ...others].join('|')})/|${CLIENT})` },
  })),
  {
    name: 'a-dashboard-area-imports-itself-and-the-shared-folders',
    severity: 'error',
    from: { path: '^dashboard/src/([^/]+)/', pathNot: `^dashboard/src/(${Object.keys(DASHBOARD).join('|')})/` },
    to: { path: ELSEWHERE, pathNot: `^(dashboard/src/(api|parts|shell|$1)/|${CLIENT})` },
  },
];

const clientRules = [
  {
    name: 'the-service-imports-no-client-of-it',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^(client|cli|dashboard|test)/' },
  },
  {
    name: 'the-client-imports-nothing-but-itself',
    severity: 'error',
    from: { path: '^client/' },
    to: { pathNot: '^client/' },
  },
  {
    name: 'the-command-line-imports-the-client-only',
    severity: 'error',
    from: { path: '^cli/src/' },
    to: { path: '^(src|dashboard|client|test)/', pathNot: `^${CLIENT}` },
  },
];

/** For every folder that the checker reads. */
const everywhereRules = [
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'nothing-imports-a-test-or-a-benchmark',
    severity: 'error',
    from: { pathNot: '^packages/[^/]+/test/' },
    to: { path: '^(test|bench|packages/[^/]+/test)/' },
  },
  {
    name: 'production-needs-no-dev-dependency',
    severity: 'error',
    from: {
      path: '^(src|packages/[^/]+/src|client/src|cli/src)/',
      // The builder writes these files into applications, which have their own package.json.
      pathNot: '^packages/blueprint/src/templates/',
    },
    to: {
      dependencyTypes: ['npm-dev', 'npm-unknown', 'npm-no-pkg'],
      // Types of a library come from @types/*, which only the compiler reads.
      dependencyTypesNot: ['type-only'],
    },
  },
];

/** Which packages a package may use; each is entered through its index alone. */
const PACKAGES = {
  kit: [],
  reader: ['kit'],
  painter: ['kit', 'reader'],
  voice: ['kit'],
  blueprint: ['kit', 'reader'],
  composer: ['kit', 'reader', 'voice'],
  film: ['kit', 'painter', 'reader', 'voice'],
};
const packageRules = [
  ...Object.entries(PACKAGES).map(([name, others]) => ({
    name: `package-${name}-imports-${others.join('-') || 'nothing'}`,
    severity: 'error',
    from: { path: `^packages/${name}/(src/|try)` },
    to: {
      path: '^(src|client|cli|dashboard|test|bench|packages)/',
      pathNot: `^packages/(${name}/|(${others.join('|') || 'none'})/src/index\\.ts$)`,
    },
  })),
  {
    name: 'every-package-has-its-line',
    severity: 'error',
    from: { path: '^packages/([^/]+)/', pathNot: `^packages/(${Object.keys(PACKAGES).join('|')})/` },
    to: {},
  },
  {
    name: 'packages-are-entered-through-their-index',
    severity: 'error',
    from: { path: '^(src|dashboard)/' },
    to: { path: '^packages/', pathNot: '^packages/[^/]+/src/index\\.ts$' },
  },
  {
    name: 'packages-do-not-know-the-service',
    severity: 'error',
    from: { path: '^packages/' },
    to: { path: '^(src|client|cli|dashboard|test|bench)/' },
  },
  {
    name: 'only-engines-and-wiring-use-packages',
    severity: 'error',
    from: {
      path: '^src/(?!engines/|upstreams/|app/|commands/|main\\.ts$|core/(engine-error|call-thread)\\.ts$|net/provider-call\\.ts$)',
    },
    to: { path: '^packages/' },
  },
];

module.exports = {
  forbidden: [
    ...folderRules,
    ...dashboardRules,
    ...clientRules,
    ...packageRules,
    ...everywhereRules,
    {
      name: 'an-engine-kind-imports-core-net-models-itself-and-ports',
      severity: 'error',
      from: { path: '^src/engines/([^/]+)/' },
      to: { path: '^src/', pathNot: '^src/((core|net|models|engines/$1|engines/diffusion)/|engines/[^/]+/port\\.ts$)' },
    },
    {
      name: 'a-module-imports-no-other-module-and-only-ports',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/((core|net|store|money|jobs|outbox|modules/$1)/|http/(route|outcome|page)\\.ts$|engines/[^/]+/port\\.ts$|artifacts/port\\.ts$)',
      },
    },
    {
      name: 'upstreams-import-engines-and-the-terms-of-the-operators-module',
      severity: 'error',
      from: { path: '^src/upstreams/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/((core|config|net|store|money|outbox|engines|upstreams)/|modules/(operators/[a-z-]*service|music/service)\\.ts$)',
      },
    },
    {
      name: 'only-wiring-uses-upstreams',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(upstreams|app|commands)/' },
      to: { path: '^src/upstreams/' },
    },
    {
      name: 'only-money-knows-its-statements',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/money/' },
      to: { path: '^src/money/(statements|lease-statements|leases)\\.ts$' },
    },
    {
      name: 'routes-import-their-own-module-and-route',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/[a-z-]*routes\\.ts$' },
      to: { path: '^src/', pathNot: '^src/((modules/$1|core)/|http/(route|outcome)\\.ts$)' },
    },
    {
      name: 'only-routes-know-http',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: '(routes|pages)\\.ts$' },
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
