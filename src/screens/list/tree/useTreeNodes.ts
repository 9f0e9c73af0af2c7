import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { relatedIds } from '../../../kernel/index.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { ListCondition } from '../../../runtime/services/paging.ts';
import type { CompiledList } from '../compile.ts';

/** Key of the top level, whose records have no parent. The key of any other level is the id of the parent record. */
export const ROOT = '';
/** Number of records on a page of a level; one page is loaded at a time. */
const LEVEL_SIZE = 200;
/** Maximum number of values in one condition. */
const MAX_VALUES = 200;
/** Maximum number of records in the answer to one request. */
const MAX_RECORDS = 500;
/**
 * Maximum number of ids that `branchIds` returns. Also the maximum number of records with a parent that are loaded to
 * find `TreeNodes.unreached`.
 */
export const MAX_BRANCH_RECORDS = 2000;

/**
 * The children of a record, or the records of the top level. `total`: the number of all of them; `records`: the loaded
 * ones. `pageCount`: number of loaded pages; a record that was on two of them is in `records` once.
 */
export interface Level {
  records: readonly FormRecord[];
  total: number;
  pageCount: number;
  state: 'loading' | 'ready' | 'error';
}

export interface TreeNodes {
  /** The loaded levels, by the id of the parent record (ROOT for the top level). */
  levels: ReadonlyMap<string, Level>;
  /** Records that are in no level (`unreachedOf`): their parents are not in this list, or they form a cycle. */
  unreached: readonly FormRecord[];
  /**
   * Loads the next page of the level with this key. Loads the first page if none is loaded, if all records are loaded,
   * or after a failure.
   */
  loadLevel(id: string): Promise<void>;
  /** Returns true if it is known that a record has no children; false if it has children or this is unknown. */
  isLeaf(id: string): boolean;
  /** Returns a loaded record. */
  record(id: string): FormRecord | undefined;
  /**
   * Returns the loaded ancestors of a loaded record, the nearest first. Follows only the first parent of each record.
   */
  ancestorsOf(id: string): FormRecord[];
}

const idOf = ({ id }: FormRecord): string => id ?? '';
/** Splits the ids into lists of at most `MAX_VALUES`. */
const toChunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_VALUES) }, (_none, index) =>
    ids.slice(index * MAX_VALUES, (index + 1) * MAX_VALUES),
  );

/**
 * Returns those of the `children` that the levels of the tree do not contain: records none of whose parents is in
 * `existingIds`, and one record of each cycle. Records below these are not returned. `children`: all records with a
 * parent; `existingIds`: the ids of these and of those of their parents that the list contains; `parentField`: key of
 * the relation to the parent.
 */
export function unreachedOf(
  children: readonly FormRecord[],
  existingIds: ReadonlySet<string>,
  parentField: string,
): FormRecord[] {
  const parentIdsById = new Map(
    children.map((item) => [idOf(item), relatedIds(item.fieldsMap[parentField]).filter((id) => existingIds.has(id))]),
  );
  /** Records below a record without an existing parent, and records of a cycle of which one is in the result. */
  const reachedIds = new Set<string>();
  return children.filter((record) => {
    const start = idOf(record);
    const visitedIds = new Set<string>();
    const idsToVisit = [...(parentIdsById.get(start) ?? [])];
    if (idsToVisit.length === 0) return true;
    for (let id = idsToVisit.pop(); id !== undefined; id = idsToVisit.pop()) {
      if (visitedIds.has(id)) continue;
      visitedIds.add(id);
      const parents = parentIdsById.get(id) ?? [];
      if (parents.length === 0 || reachedIds.has(id)) {
        reachedIds.add(start);
        return false;
      }
      idsToVisit.push(...parents);
    }
    // a record below a cycle is reached through the cycle
    if (!visitedIds.has(start)) return false;
    for (const id of visitedIds) reachedIds.add(id);
    return true;
  });
}

/**
 * Returns the records of a form as a tree by the relation `parentField`, loaded level by level. The tree applies the
 * fixed conditions of the list, not its filters, and leaves out voided records. A change of `refreshKey` loads the
 * first page of each loaded level again.
 */
export function useTreeNodes(list: CompiledList, parentField: string, refreshKey: unknown): TreeNodes {
  const services = useServices();
  const orderField = list.tree?.parent === parentField ? list.tree.order : undefined;
  const [levels, setLevels] = useState<ReadonlyMap<string, Level>>(new Map());
  const levelsRef = useRef(levels);
  /**
   * `checkedIds`: ids of records for which it is known whether they have children; `parentIds`: those with children.
   */
  const [childCheck, setChildCheck] = useState<{ checkedIds: ReadonlySet<string>; parentIds: ReadonlySet<string> }>({
    checkedIds: new Set(),
    parentIds: new Set(),
  });
  const setLevel = useCallback((id: string, level: Level) => {
    levelsRef.current = new Map(levelsRef.current).set(id, level);
    setLevels(levelsRef.current);
  }, []);
  const fetchRecords = useCallback(
    (conditions: readonly ListCondition[], pageNum: number, pageSize: number) =>
      services.records.list(
        list.formKey,
        {
          page: { pageNum, pageSize },
          // the tree leaves out voided records, so that no record is shown below one
          conditions: [...list.fixedConditions, { field: 'flwState', op: 'ne', value: '4' }, ...conditions],
          ...(orderField
            ? { sort: { field: orderField, order: 'asc' as const } }
            : list.sort
              ? { sort: list.sort }
              : {}),
        },
        list.isWholeUnit,
      ),
    [services, list, orderField],
  );
  /** Finds out which of these records have children, and stores the result in `childCheck`. */
  const checkForChildren = useCallback(
    async (ids: readonly string[]) => {
      for (const chunk of toChunks(ids)) {
        const { list: children, total } = await fetchRecords(
          [{ field: parentField, op: 'in', value: chunk }],
          1,
          MAX_RECORDS,
        );
        // Not all children were loaded, so the result is unknown; opening a record then shows whether it has children.
        if (total > children.length) continue;
        const parents = children.flatMap(({ fieldsMap }) => relatedIds(fieldsMap[parentField]));
        setChildCheck(({ checkedIds, parentIds: before }) => ({
          checkedIds: new Set([...checkedIds, ...chunk]),
          parentIds: new Set([...[...before].filter((id) => !chunk.includes(id)), ...parents]),
        }));
      }
    },
    [fetchRecords, parentField],
  );
  /** Loads the first page of a level; with `isMore`, the page after the loaded records. */
  const load = useCallback(
    async (id: string, isMore: boolean): Promise<void> => {
      const before = levelsRef.current.get(id);
      const earlierRecords = isMore ? (before?.records ?? []) : [];
      const pageNum = isMore ? (before?.pageCount ?? 0) + 1 : 1;
      const unchangedLevel = before ?? { records: [], total: 0, pageCount: 0 };
      setLevel(id, { ...unchangedLevel, state: 'loading' });
      try {
        const condition: ListCondition =
          id === ROOT ? { field: parentField, op: 'empty' } : { field: parentField, op: 'eq', value: id };
        const page = await fetchRecords([condition], pageNum, LEVEL_SIZE);
        // a record may be on two pages if others were added in between
        const newIds = new Set(page.list.map(idOf));
        const records = [...earlierRecords.filter((item) => !newIds.has(idOf(item))), ...page.list];
        // a page that is not full is the last one, regardless of an estimated total
        const total = page.list.length < LEVEL_SIZE ? records.length : page.total;
        setLevel(id, { records, total, pageCount: pageNum, state: 'ready' });
        // if this check fails, opening a record shows whether it has children
        await checkForChildren(page.list.map(idOf)).catch(() => undefined);
      } catch {
        setLevel(id, { ...unchangedLevel, state: 'error' });
      }
    },
    [fetchRecords, checkForChildren, parentField, setLevel],
  );
  const [unreached, setUnreached] = useState<readonly FormRecord[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const findUnreached = async (): Promise<void> => {
      const children: FormRecord[] = [];
      for (let pageNum = 1, isLast = false; !isLast && children.length < MAX_BRANCH_RECORDS; pageNum += 1) {
        const page = await fetchRecords([{ field: parentField, op: 'notEmpty' }], pageNum, MAX_RECORDS);
        children.push(...page.list);
        isLast = page.list.length < MAX_RECORDS;
      }
      const existingIds = new Set(children.map(idOf));
      const parentIds = new Set(children.flatMap(({ fieldsMap }) => relatedIds(fieldsMap[parentField])));
      const pages = await Promise.all(
        toChunks([...parentIds].filter((id) => !existingIds.has(id))).map((chunk) =>
          fetchRecords([{ field: 'id', op: 'in', value: chunk }], 1, MAX_VALUES),
        ),
      );
      for (const record of pages.flatMap((page) => page.list)) existingIds.add(idOf(record));
      const unreachedRecords = unreachedOf(children, existingIds, parentField);
      if (!isCurrent) return;
      setUnreached(unreachedRecords);
      await checkForChildren(unreachedRecords.map(idOf));
    };
    const openLevelIds = levelsRef.current.size === 0 ? [ROOT] : [...levelsRef.current.keys()];
    // The levels are loaded first, because there are usually no unreached records. If loading the unreached records
    // fails, the levels are still complete; each level shows its own failure.
    void Promise.all(openLevelIds.map((id) => load(id, false)))
      .then(() => (isCurrent ? findUnreached() : undefined))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [load, fetchRecords, checkForChildren, parentField, refreshKey]);
  return useMemo(() => {
    const loadedRecords = [...unreached, ...[...levels.values()].flatMap((level) => level.records)];
    const records = new Map(loadedRecords.map((item) => [idOf(item), item]));
    const record = (id: string): FormRecord | undefined => records.get(id);
    const ancestorsOf = (id: string): FormRecord[] => {
      const ancestors: FormRecord[] = [];
      let [next] = relatedIds(record(id)?.fieldsMap[parentField]);
      while (next !== undefined && record(next) && !ancestors.some((item) => item.id === next)) {
        ancestors.push(record(next) as FormRecord);
        [next] = relatedIds(record(next)?.fieldsMap[parentField]);
      }
      return ancestors;
    };
    return {
      levels,
      unreached,
      loadLevel: (id) => {
        const level = levelsRef.current.get(id);
        // after a failed refresh, the first page is loaded again
        return load(id, level?.state === 'ready' && level.records.length < level.total);
      },
      isLeaf: (id) => {
        const level = levels.get(id);
        if (level?.state === 'ready') return level.records.length === 0;
        return childCheck.checkedIds.has(id) && !childCheck.parentIds.has(id);
      },
      record,
      ancestorsOf,
    };
  }, [levels, unreached, childCheck, load, parentField]);
}

/**
 * Returns the ids of the record `root` and of all its descendants. The caller filters by them: it lists the records
 * whose parent is one of these ids. `isCut`: there are more than `MAX_BRANCH_RECORDS` ids, and the others are missing.
 * `childrenOf`: returns one page (from 1) of the ids of the children of several records.
 */
export async function branchIds(
  root: string,
  childrenOf: (ids: readonly string[], pageNum: number) => Promise<{ ids: readonly string[]; isLast: boolean }>,
): Promise<{ ids: string[]; isCut: boolean }> {
  const foundIds = new Set([root]);
  let level = [root];
  while (level.length > 0) {
    const next: string[] = [];
    for (const chunk of toChunks(level)) {
      for (let pageNum = 1, isLast = false; !isLast; pageNum += 1) {
        const page = await childrenOf(chunk, pageNum);
        isLast = page.isLast;
        for (const id of page.ids) {
          if (foundIds.has(id)) continue;
          if (foundIds.size >= MAX_BRANCH_RECORDS) return { ids: [...foundIds], isCut: true };
          foundIds.add(id);
          next.push(id);
        }
      }
    }
    level = next;
  }
  return { ids: [...foundIds], isCut: false };
}

/**
 * Returns a condition that selects the children of these records. It consists of several conditions, because the server
 * accepts at most `MAX_VALUES` ids in one.
 */
export const childrenCondition = (parentField: string, ids: readonly string[]): { anyOf: ListCondition[] } => ({
  anyOf: toChunks(ids).map((chunk) => ({ field: parentField, op: 'in', value: chunk })),
});
