import type { CompiledColumn } from '../../kernel/index.ts';
import type { Services } from '../../runtime/services/services.ts';
import { orgSource } from '../shared/selector/orgSource.ts';
import { LIST_SEPARATOR, splitPastedNames } from '../shared/values.ts';
import type { ReadResult } from './blockReader.ts';

type NameKind = 'user' | 'dept' | 'unit';
const kindOf = ({ definition }: CompiledColumn): NameKind | undefined => definition.references?.to;
const NOUNS: Readonly<Record<NameKind, string>> = { user: '人员', dept: '部门', unit: '单位' };
/** Maximum number of searches at the same time. */
const MAX_CONCURRENT_SEARCHES = 4;
const FIRST_PAGE = { pageNum: 1, pageSize: 50 };

/** Ids of people, departments or units by their exact name. */
type IdsByName = Map<string, readonly string[]>;

const namesIn = ({ node }: CompiledColumn, text: string): string[] =>
  'multiple' in node && node.multiple === true ? splitPastedNames(text) : [text.trim()].filter(Boolean);

/** Returns the ids of all people, departments or units with exactly this name. */
type Search = (name: string) => Promise<string[]>;

function createSearch(kind: NameKind, services: Services): Search {
  if (kind === 'user')
    return async (name) =>
      (await services.users.search(name, FIRST_PAGE)).list.filter((user) => user.showName === name).map(({ id }) => id);
  const source = orgSource(services, kind === 'unit' ? 'company' : 'dept');
  return async (name) =>
    (await source.find(name)).filter((org) => org.name === name && org.disabled !== true).map(({ id }) => id);
}

/** Returns the ids of each name. `onProgress` gets the number of names searched so far. */
async function searchNames(
  names: readonly string[],
  search: Search,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<IdsByName> {
  const idsByName: IdsByName = new Map();
  const remainingNames = [...names];
  const searchRemaining = async (): Promise<void> => {
    for (let name = remainingNames.pop(); name !== undefined && !signal.aborted; name = remainingNames.pop()) {
      idsByName.set(name, await search(name));
      onProgress(idsByName.size);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_SEARCHES }, searchRemaining));
  return idsByName;
}

/** Collects the names in columns of people, departments or units, by kind. `texts[i][j]` belongs to `columns[j]`. */
export function namesToFind(
  columns: readonly (CompiledColumn | undefined)[],
  texts: readonly (readonly string[])[],
): Map<NameKind, Set<string>> {
  const namesByKind = new Map<NameKind, Set<string>>();
  columns.forEach((column, j) => {
    const kind = column && kindOf(column);
    if (!column || !kind) return;
    const names = namesByKind.get(kind) ?? new Set();
    for (const line of texts) for (const name of namesIn(column, line[j] ?? '')) names.add(name);
    if (names.size > 0) namesByKind.set(kind, names);
  });
  return namesByKind;
}

/**
 * Looks up pasted names. Returns a function that converts a text to the stored form of the selectors (SE-002, LB-003).
 * Each name must match exactly one person, department or unit. The function returns undefined for columns of other
 * kinds and for empty texts.
 */
export async function findNames(
  namesByKind: ReadonlyMap<NameKind, ReadonlySet<string>>,
  services: Services,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<(column: CompiledColumn, text: string) => ReadResult | undefined> {
  const idsByKind = new Map<NameKind, IdsByName>();
  let earlierCount = 0;
  for (const [kind, names] of namesByKind) {
    const reportProgress = (done: number): void => onProgress(earlierCount + done);
    idsByKind.set(kind, await searchNames([...names], createSearch(kind, services), reportProgress, signal));
    earlierCount += names.size;
  }
  return (column, text) => {
    const kind = kindOf(column);
    const names = kind ? namesIn(column, text) : [];
    if (!kind || names.length === 0) return undefined;
    const ids: string[] = [];
    for (const name of names) {
      const [id, ...otherIds] = idsByKind.get(kind)?.get(name) ?? [];
      if (id === undefined) return { ok: false, message: `没有名为“${name}”的${NOUNS[kind]}` };
      if (otherIds.length > 0)
        return { ok: false, message: `名为“${name}”的${NOUNS[kind]}不止一个，请在选择窗口中选择` };
      ids.push(id);
    }
    return { ok: true, value: ids.join(','), label: names.join(LIST_SEPARATOR) };
  };
}
