import type { OrgItem, OrgNode } from '../../../runtime/services/people.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import type { Services } from '../../../runtime/services/services.ts';

/** Where selectors read units and departments. Each call rejects with the service's error. */
export interface OrgSource {
  /** What lies on top; of a small organisation with the levels below. */
  top(): Promise<OrgItem[]>;
  below(parentId: string): Promise<OrgItem[]>;
  /** Those whose name holds the text or sounds so, at any level, with the names above them. */
  find(typed: string): Promise<OrgItem[]>;
  byIds(ids: readonly string[]): Promise<OrgItem[]>;
}

/** As many the server answers of one level or search. */
export const MOST_ORGS = 500;
/** The first question takes whole further levels along while they are no more than this. */
const FIRST = 60;
/** Ids of one question: they stand in its address. */
const IDS = 50;

/** What the server takes of a name. */
const LONGEST = 100;
/** Milliseconds in which ids are collected for one request. */
const GATHER_MS = 10;

async function soundMatch(typed: string): Promise<(name: string) => boolean> {
  if (!/^[a-z]+$/i.test(typed)) return (name) => name.includes(typed);
  const { soundsLike } = await import('../sound.ts');
  return (name) => name.includes(typed) || soundsLike(name, typed);
}

/** A tree that was read as a whole. */
function sourceOfTree(tree: readonly OrgNode[]): OrgSource {
  const all: OrgItem[] = [];
  const take = (nodes: readonly OrgNode[], path: string): OrgItem[] =>
    nodes.map(({ children, ...node }) => {
      const item: OrgItem = { ...node, path };
      all.push(item);
      if (children && children.length > 0) {
        item.children = take(children, path === '' ? node.name : `${path} / ${node.name}`);
        item.hasChildren = true;
      }
      return item;
    });
  const top = take(tree, '');
  return {
    top: async () => top,
    below: async (parentId) => all.find(({ id }) => id === parentId)?.children ?? [],
    async find(typed) {
      const fits = await soundMatch(typed);
      return all.filter(({ name }) => fits(name));
    },
    byIds: async (ids) => all.filter(({ id }) => ids.includes(id)),
  };
}

/** A source that is read when it is first asked; a failure is not kept. */
function later(load: () => Promise<OrgSource>): OrgSource {
  let loaded: Promise<OrgSource> | null = null;
  const get = (): Promise<OrgSource> =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));
  return {
    top: async () => (await get()).top(),
    below: async (parentId) => (await get()).below(parentId),
    find: async (typed) => (await get()).find(typed),
    byIds: async (ids) => (await get()).byIds(ids),
  };
}

/**
 * Units and departments level by level, searched on the server. A server that has the specification's calls alone
 * (CL-054) does not know this one: there the whole tree is read.
 */
function serverOrgs(services: Services): OrgSource {
  const whole = later(async () => sourceOfTree(await services.orgs.tree()));
  let isWhole = false;
  const ask = async (params: Record<string, unknown>, fromTree: () => Promise<OrgItem[]>): Promise<OrgItem[]> => {
    if (isWhole) return fromTree();
    try {
      return (await services.request({ url: '/system/sys/org/children', method: 'GET', params })) as OrgItem[];
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== '404') throw error;
      isWhole = true;
      return fromTree();
    }
  };
  return {
    top: () => ask({ atMost: FIRST }, () => whole.top()),
    below: (parentId) => ask({ parentId }, () => whole.below(parentId)),
    find: (keyword) => ask({ keyword: keyword.slice(0, LONGEST) }, () => whole.find(keyword)),
    async byIds(ids) {
      const found: OrgItem[] = [];
      for (let at = 0; at < ids.length; at += IDS) {
        const some = ids.slice(at, at + IDS);
        found.push(...(await ask({ ids: some.join(',') }, () => whole.byIds(some))));
      }
      return found;
    },
  };
}

/** `dept`: units with their departments, loaded by level. `company`: units alone, loaded at once, since a company has few. */
export const orgSource = (services: Services, kind: 'dept' | 'company'): OrgSource =>
  kind === 'dept' ? serverOrgs(services) : later(async () => sourceOfTree(await services.orgs.companies()));

interface Batch {
  ids: Set<string>;
  names: Promise<ReadonlyMap<string, string>>;
}
const batches = new WeakMap<Services, Partial<Record<'dept' | 'company', Batch>>>();

/** Names of units and departments by id. Calls within a few milliseconds are batched into one request. */
export function orgNames(
  services: Services,
  kind: 'dept' | 'company',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  let open = batches.get(services);
  if (!open) batches.set(services, (open = {}));
  const batch = (open[kind] ??= {
    ids: new Set(),
    names: new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS)).then(async () => {
      const asked = open[kind]?.ids ?? [];
      delete open[kind];
      return new Map((await orgSource(services, kind).byIds([...asked])).map(({ id, name }) => [id, name]));
    }),
  });
  for (const id of ids) batch.ids.add(id);
  return batch.names;
}
