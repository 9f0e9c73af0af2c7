import type { CompiledColumn } from '../../kernel/index.ts';
import type { Services } from '../../runtime/services/services.ts';
import { orgSource } from '../shared/selector/orgSource.ts';
import { LIST_SEPARATOR, splitNames } from '../shared/values.ts';
import type { ReadText } from './paste.ts';

type Kind = 'user' | 'dept' | 'unit';
const kindOf = ({ definition }: CompiledColumn): Kind | undefined => definition.references?.to;
const NOUNS: Readonly<Record<Kind, string>> = { user: '人员', dept: '部门', unit: '单位' };
/** Searches under way at once. */
const WIDTH = 4;
const PAGE = { pageNum: 1, pageSize: 50 };

/** Ids that bear a name. */
type Found = Map<string, readonly string[]>;

const namesIn = ({ node }: CompiledColumn, text: string): string[] =>
  'multiple' in node && node.multiple === true ? splitNames(text) : [text.trim()].filter(Boolean);

/** Answers the ids of those who are called exactly so. */
type Search = (name: string) => Promise<string[]>;

function searchOf(kind: Kind, services: Services): Search {
  if (kind === 'user')
    return async (name) =>
      (await services.users.search(name, PAGE)).list.filter((user) => user.showName === name).map(({ id }) => id);
  const source = orgSource(services, kind === 'unit' ? 'company' : 'dept');
  return async (name) =>
    (await source.find(name)).filter((org) => org.name === name && org.disabled !== true).map(({ id }) => id);
}

async function find(
  names: readonly string[],
  search: Search,
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<Found> {
  const found: Found = new Map();
  const open = [...names];
  const work = async (): Promise<void> => {
    for (let name = open.pop(); name !== undefined && !signal.aborted; name = open.pop()) {
      found.set(name, await search(name));
      tell(found.size);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
  return found;
}

/** The texts that stand in columns of people, departments or units. */
export function namesToFind(
  columns: readonly (CompiledColumn | undefined)[],
  texts: readonly (readonly string[])[],
): Map<Kind, Set<string>> {
  const wanted = new Map<Kind, Set<string>>();
  columns.forEach((column, j) => {
    const kind = column && kindOf(column);
    if (!column || !kind) return;
    const names = wanted.get(kind) ?? new Set();
    for (const line of texts) for (const name of namesIn(column, line[j] ?? '')) names.add(name);
    if (names.size > 0) wanted.set(kind, names);
  });
  return wanted;
}

/** Reads pasted names as the selectors store them (SE-002, LB-003): a name must be borne by exactly one. */
export async function findNames(
  wanted: ReadonlyMap<Kind, ReadonlySet<string>>,
  services: Services,
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<(column: CompiledColumn, text: string) => ReadText | undefined> {
  const byKind = new Map<Kind, Found>();
  for (const [kind, names] of wanted) byKind.set(kind, await find([...names], searchOf(kind, services), tell, signal));
  return (column, text) => {
    const kind = kindOf(column);
    const names = kind ? namesIn(column, text) : [];
    if (!kind || names.length === 0) return undefined;
    const ids: string[] = [];
    for (const name of names) {
      const [id, ...more] = byKind.get(kind)?.get(name) ?? [];
      if (id === undefined) return { ok: false, message: `没有名为“${name}”的${NOUNS[kind]}` };
      if (more.length > 0) return { ok: false, message: `名为“${name}”的${NOUNS[kind]}不止一个，请在选择窗口中选择` };
      ids.push(id);
    }
    return { ok: true, value: ids.join(','), label: names.join(LIST_SEPARATOR) };
  };
}
