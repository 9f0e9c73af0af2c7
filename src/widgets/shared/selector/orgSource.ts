import type { OrgItem, OrgNode } from '../../../runtime/services/people.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import type { Services } from '../../../runtime/services/services.ts';

/** Source of units and departments for selectors. Each call rejects with the service's error. */
export interface OrgSource {
  /** Returns the top level; in a small organisation also the lower levels. */
  top(): Promise<OrgItem[]>;
  childrenOf(parentId: string): Promise<OrgItem[]>;
  /** Returns the nodes of any level whose name contains the text or matches it as pinyin, each with its path. */
  find(typed: string): Promise<OrgItem[]>;
  byIds(ids: readonly string[]): Promise<OrgItem[]>;
}

/** Maximum number of nodes that the server returns for a level or search. */
export const MAX_ORGS = 500;
/** The first request includes further complete levels if the total does not exceed this number. */
const FIRST_REQUEST_SIZE = 60;
/** Maximum number of ids per request, because they are part of the URL. */
const IDS_PER_REQUEST = 50;

/** Maximum length of a search text. */
const MAX_KEYWORD_LENGTH = 100;
/** Time in ms during which ids are collected for one request. */
const GATHER_MS = 10;

/** Returns a function that checks whether a name contains the typed text or matches it as pinyin. */
async function createMatcher(typed: string): Promise<(name: string) => boolean> {
  if (!/^[a-z]+$/i.test(typed)) return (name) => name.includes(typed);
  const { matchesPinyin } = await import('../matchesPinyin.ts');
  return (name) => name.includes(typed) || matchesPinyin(name, typed);
}

/** Creates a source from a completely loaded tree. */
function createTreeSource(tree: readonly OrgNode[]): OrgSource {
  const allItems: OrgItem[] = [];
  const toItems = (nodes: readonly OrgNode[], path: string): OrgItem[] =>
    nodes.map(({ children, ...node }) => {
      const item: OrgItem = { ...node, path };
      allItems.push(item);
      if (children && children.length > 0) {
        item.children = toItems(children, path === '' ? node.name : `${path} / ${node.name}`);
        item.hasChildren = true;
      }
      return item;
    });
  const top = toItems(tree, '');
  return {
    top: async () => top,
    childrenOf: async (parentId) => allItems.find(({ id }) => id === parentId)?.children ?? [],
    async find(typed) {
      const matchesName = await createMatcher(typed);
      return allItems.filter(({ name }) => matchesName(name));
    },
    byIds: async (ids) => allItems.filter(({ id }) => ids.includes(id)),
  };
}

/** Creates a source that is loaded at its first use; after a failure the next call loads again. */
function createLazySource(load: () => Promise<OrgSource>): OrgSource {
  let loadedSource: Promise<OrgSource> | null = null;
  const getSource = (): Promise<OrgSource> =>
    (loadedSource ??= load().catch((error: unknown) => {
      loadedSource = null;
      throw error;
    }));
  return {
    top: async () => (await getSource()).top(),
    childrenOf: async (parentId) => (await getSource()).childrenOf(parentId),
    find: async (typed) => (await getSource()).find(typed),
    byIds: async (ids) => (await getSource()).byIds(ids),
  };
}

/**
 * Creates a source that loads units and departments level by level and searches on the server. A server that has
 * only the calls of the specification (CL-054) answers 404. Then the complete tree is loaded.
 */
function createServerSource(services: Services): OrgSource {
  const treeSource = createLazySource(async () => createTreeSource(await services.orgs.tree()));
  let usesTree = false;
  const request = async (params: Record<string, unknown>, fromTree: () => Promise<OrgItem[]>): Promise<OrgItem[]> => {
    if (usesTree) return fromTree();
    try {
      return (await services.request({ url: '/system/sys/org/children', method: 'GET', params })) as OrgItem[];
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== '404') throw error;
      usesTree = true;
      return fromTree();
    }
  };
  return {
    top: () => request({ atMost: FIRST_REQUEST_SIZE }, () => treeSource.top()),
    childrenOf: (parentId) => request({ parentId }, () => treeSource.childrenOf(parentId)),
    find: (keyword) => request({ keyword: keyword.slice(0, MAX_KEYWORD_LENGTH) }, () => treeSource.find(keyword)),
    async byIds(ids) {
      const foundItems: OrgItem[] = [];
      for (let start = 0; start < ids.length; start += IDS_PER_REQUEST) {
        const batchIds = ids.slice(start, start + IDS_PER_REQUEST);
        foundItems.push(...(await request({ ids: batchIds.join(',') }, () => treeSource.byIds(batchIds))));
      }
      return foundItems;
    },
  };
}

/**
 * Returns the source. `dept`: units with departments, loaded level by level; `company`: only units, loaded completely.
 */
export const orgSource = (services: Services, kind: 'dept' | 'company'): OrgSource =>
  kind === 'dept'
    ? createServerSource(services)
    : createLazySource(async () => createTreeSource(await services.orgs.companies()));

interface Batch {
  ids: Set<string>;
  names: Promise<ReadonlyMap<string, string>>;
}
const batches = new WeakMap<Services, Partial<Record<'dept' | 'company', Batch>>>();

/** Returns the names of units and departments by id. Calls within a few milliseconds are batched into one request. */
export function orgNames(
  services: Services,
  kind: 'dept' | 'company',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  let openBatches = batches.get(services);
  if (!openBatches) batches.set(services, (openBatches = {}));
  const batch = (openBatches[kind] ??= {
    ids: new Set(),
    names: new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS)).then(async () => {
      const batchIds = openBatches[kind]?.ids ?? [];
      delete openBatches[kind];
      return new Map((await orgSource(services, kind).byIds([...batchIds])).map(({ id, name }) => [id, name]));
    }),
  });
  for (const id of ids) batch.ids.add(id);
  return batch.names;
}
