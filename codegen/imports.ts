/**
 * Import direction of the house, checked on every relative import of src (types too). Exits 1 and names each
 * forbidden one. Cycles are oxlint's matter (import/no-cycle).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** What each folder may import beside itself. A string is a folder; a pattern matches the file. */
const BELOW_KERNEL = ['grammar', 'rules', 'domain', 'safeRegex', 'expressions'];
const LANGUAGE = [...BELOW_KERNEL, 'kernel', 'requests', 'relations', 'effects', 'references', 'records'];
const BELOW_WIDGETS = [...LANGUAGE, 'importer', 'runtime', 'api', 'session'];
const MAY: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  grammar: [],
  rules: ['grammar'],
  domain: ['grammar', 'rules'],
  safeRegex: ['domain'],
  expressions: ['domain'],
  kernel: BELOW_KERNEL,
  requests: ['grammar', 'domain', 'kernel'],
  relations: ['grammar', 'domain', 'expressions', 'kernel'],
  effects: ['grammar', 'domain', 'expressions', 'kernel', 'relations'],
  references: ['grammar', 'rules', 'domain', 'expressions', 'kernel', 'relations', 'effects'],
  records: [...BELOW_KERNEL, 'kernel', 'relations'],
  importer: LANGUAGE,
  // what calls throw and answer is the runtime's contract, and React-free
  api: [...LANGUAGE, 'importer', /^runtime\/services\/\w+\.ts$/],
  session: [...LANGUAGE, 'api', 'runtime'],
  runtime: LANGUAGE,
  widgets: BELOW_WIDGETS,
  screens: [...BELOW_WIDGETS, 'widgets'],
  shell: [...BELOW_WIDGETS, 'widgets', 'screens'],
  designer: [...BELOW_WIDGETS, 'widgets', 'screens', 'shell'],
  app: [...BELOW_WIDGETS, 'widgets', 'screens', 'shell', 'designer'],
  server: [...LANGUAGE, 'importer', /^widgets\/[^/]+\/definition\.ts$/],
};

/**
 * Floors of the server, from the bottom: a room (a folder of `src/server`, or a file beside them) imports rooms of
 * lower floors only, types too. So no two rooms import each other. Rooms of one floor do not know each other.
 */
const SERVER_FLOORS: readonly (readonly string[])[] = [
  ['demoPassword.ts', 'registration.ts', 'runPeriodically.ts', 'widgets.generated.ts', 'observe', 'flow', 'celSql'],
  ['thisMachine.ts'],
  ['serviceSettings.ts', 'signInSettings.ts', 'storageSettings.ts'],
  ['settings.ts'],
  ['http'],
  ['threads'],
  ['store'],
  ['context.ts', 'audit', 'parameters', 'settingsText.ts', 'startFailure.ts'],
  ['idempotency', 'events', 'jobs', 'outbox', 'references', 'recycleBin'],
  ['auth', 'notices', 'system'],
  ['files', 'documents'],
  ['archive', 'flowDocuments', 'rights'],
  ['records'],
  ['datasets'],
  ['effects'],
  ['approval'],
  [
    'areas',
    'attachments',
    'auditTrail',
    'folders',
    'recycleBinRoutes',
    'drafts',
    'home',
    'imports',
    'flatRecords',
    'listViews',
    'mail',
    'numbers',
    'platform',
    'probes',
    'recordPages',
    'reviews',
    'roles',
    'subscriptions',
    'timeRules',
    'setup',
    'presence',
    'versions',
    'pageViews',
    'pageErrors',
  ],
  ['hr', 'packs', 'people', 'seals', 'seed'],
  ['backup'],
  ['routes.ts', 'housekeeping.ts'],
  ['app.ts', 'register.ts'],
  ['upgradeServer.ts'],
  ['start.ts'],
  ['main.ts', 'documentFiles'],
];
/** Entered by file: their files are small tools of their own, which nearly every room uses. */
const ENTERED_BY_FILE: ReadonlySet<string> = new Set(['observe', 'http', 'store', 'threads', 'idempotency']);
/** Rooms of which nothing but routes and the like is used, by the files that compose the server. */
const COMPOSED_BY_FILE: ReadonlySet<string> = new Set([
  'areas',
  'attachments',
  'auditTrail',
  'backup',
  'drafts',
  'home',
  'hr',
  'listViews',
  'mail',
  'numbers',
  'platform',
  'probes',
  'roles',
  'seals',
  'seed',
]);
const FLOOR_OF = new Map(SERVER_FLOORS.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));
const serverRoom = (file: string): string => file.split('/')[1] ?? '';

/** Why one room of the server may not import another, or null. */
function judgeServer(file: string, target: string): string | null {
  const [from, to] = [serverRoom(file), serverRoom(target)];
  if (from === to) return null;
  const [own, other] = [FLOOR_OF.get(from), FLOOR_OF.get(to)];
  if (own === undefined || other === undefined)
    return `server/${own === undefined ? from : to} has no floor: name it in SERVER_FLOORS`;
  if (other >= own) return `server/${from} may not import server/${to}, which does not stand on a lower floor`;
  const isDoor = to.endsWith('.ts') || target === `server/${to}/index.ts`;
  const isComposed = COMPOSED_BY_FILE.has(to) && from.endsWith('.ts');
  return isDoor || isComposed || ENTERED_BY_FILE.has(to)
    ? null
    : `server/${to} is imported through server/${to}/index.ts`;
}

/** The engine of processes is pure: nothing in it reaches a database or a server. */
const PURE = /^server\/flow\//;
const IMPURE_PACKAGE = /^(kysely|pg|fastify|@electric-sql)(\/|$)/;

/** The React-free half of widgets may not reach React by any way; packages are named by their start. */
const REACT_FREE = new RegExp(`^(${LANGUAGE.join('|')}|importer|api|server)/|^widgets/[^/]+/definition\\.ts$`);
const UI_PACKAGE = /^(react|react-dom|antd|@ant-design|@formily)(\/|$)/;
const DEFINITION = /^widgets\/[^/]+\/definition\.ts$/;
const DEFINITION_MAY = new RegExp(`^(${LANGUAGE.join('|')})/|^widgets/shared/[\\w/]+\\.ts$`);

/** Rooms that others enter by their `index.ts` alone; what stands behind it is the room's own matter. */
const ROOM =
  /^(expressions|kernel|requests|relations|effects|references|records|importer|safeRegex|domain\/(?:problem|menu|bpmn))\//;

/** The room behind whose door an import reaches, or null. `expressions/lazy.ts` is a second door, for lazy imports. */
function roomPassed(file: string, target: string): string | null {
  const room = ROOM.exec(target)?.[1];
  if (room === undefined || file.startsWith(`${room}/`)) return null;
  return target === `${room}/index.ts` || target === 'expressions/lazy.ts' ? null : room;
}

export interface Import {
  file: string;
  target: string;
  isPackage: boolean;
  /** `import()`: downloaded when it is needed. */
  isLazy: boolean;
}

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s[^'"();]*?from\s*['"]([^'"]+)['"]|import\s*\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g;

/** Imports of one file, paths relative to src with forward slashes. */
export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const name = (match[1] ?? match[2] ?? match[3]) as string;
    const isPackage = !name.startsWith('.');
    return {
      file,
      isPackage,
      isLazy: match[2] !== undefined,
      target: isPackage
        ? name
        : normalize(join(dirname(file), name))
            .split(sep)
            .join('/'),
    };
  });
}

/** Who imports the importer at once; all others download it when a document of another dialect asks for it. */
const IMPORTERS = /^(importer|server|designer)\//;

/** Why an import is forbidden, or null. */
export function judge({ file, target, isPackage, isLazy }: Import): string | null {
  if (isPackage && PURE.test(file) && IMPURE_PACKAGE.test(target)) return 'the engine of processes is pure';
  if (isPackage) return REACT_FREE.test(file) && UI_PACKAGE.test(target) ? 'user interface below the runtime' : null;
  const [from, to] = [file.split('/')[0], target.split('/')[0]];
  if (DEFINITION.test(file) && from === 'widgets' && to === 'widgets')
    return DEFINITION_MAY.test(target) || target.startsWith(dirname(file))
      ? null
      : 'a definition is React-free and stands alone';
  const room = roomPassed(file, target);
  const passed = room === null ? null : `${room} is imported through ${room}/index.ts`;
  if (from === to) return from === 'server' ? judgeServer(file, target) : passed;
  const isAllowed = (MAY[from] ?? []).some((rule) => (typeof rule === 'string' ? rule === to : rule.test(target)));
  if (isAllowed && to === 'importer' && !isLazy && !IMPORTERS.test(file))
    return 'staff do not download the importer: import it lazily';
  return isAllowed ? passed : `${from} may not import ${to}`;
}

/** Packages of the user interface that a definition reaches through its helpers: the server loads definitions. */
function reachedUi(start: string, graph: ReadonlyMap<string, readonly Import[]>): string[] {
  const seen = new Set([start]);
  const found: string[] = [];
  for (const file of seen) {
    for (const { target, isPackage } of graph.get(file) ?? []) {
      if (!isPackage) seen.add(target);
      else if (UI_PACKAGE.test(target)) found.push(`src/${start} reaches ${target} through src/${file}`);
    }
  }
  return found;
}

export function forbiddenImports(root = 'src'): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => name.split(sep).join('/'));
  const graph = new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]));
  const upward = [...graph.values()].flat().flatMap((one) => {
    const why = judge(one);
    return why === null ? [] : [`src/${one.file} -> ${one.target}: ${why}`];
  });
  return [...upward, ...files.filter((file) => DEFINITION.test(file)).flatMap((file) => reachedUi(file, graph))];
}

if (process.argv[1]?.endsWith('imports.ts')) {
  const found = forbiddenImports();
  for (const line of found) console.error(line);
  console.log(found.length === 0 ? 'imports run one way' : `${found.length} forbidden imports`);
  process.exit(found.length === 0 ? 0 : 1);
}
