import { batch, raw, untracked } from '@formily/reactive';
import { companionKey } from '../../domain/companionKey.ts';
import type { CompiledForm, Row } from '../../kernel/index.ts';
import { areRowsUnchanged, isSameValue } from '../../records/index.ts';

/**
 * State of the default rows that calls have loaded into the tables of a form (SL-004…007). While the record has no
 * stored rows in a table, default rows do not count as input: they make the form neither dirty nor a draft.
 */
export interface DefaultRows {
  /**
   * Runs `write`, which sets the rows of the table: the default rows that were loaded for the value `dependency` of its
   * dependency field, and `keptRows`, which were in the table before and do not count as loaded.
   */
  load(table: string, dependency: Dependency, write: () => void, keptRows?: readonly Row[]): void;
  /** The present value of the table's dependency field. */
  currentDependency(table: string): Dependency;
  /** The value of the dependency field to which the rows of the table belong. */
  dependencyOfRows(table: string): Dependency;
  /** Returns true if the person has not changed the rows since they were last loaded. */
  areRowsAsLoaded(table: string): boolean;
  /** Returns the rows last loaded into a table without stored rows; undefined if there are none. */
  unstoredRows(table: string): readonly Row[] | undefined;
  /** Returns true if the dependency field has changed since the rows of the table were loaded. */
  isOutdated(table: string): boolean;
  /** Marks the rows of these tables as belonging to the current value of the dependency field. */
  markRowsCurrent(tables: Iterable<string>): void;
  /** Calls the listener when `markRowsCurrent` marks the rows of the table. Returns the unsubscribe function. */
  onRowsMarkedCurrent(table: string, listener: () => void): () => void;
  /** Calls the listener after the values of another record were loaded. Returns the unsubscribe function. */
  onReset(listener: () => void): () => void;
}

/** A value of the dependency field (the field by whose value default rows are requested), with its display text. */
export interface Dependency {
  value: unknown;
  label: string;
}

interface Options {
  compiled: CompiledForm;
  /** The values of the form. */
  values: Readonly<Record<string, unknown>>;
  /** Returns the values as loaded or last saved. */
  baseline(): Readonly<Record<string, unknown>>;
  /**
   * Marks the table as changed if its rows differ from the baseline and are not only loaded rows; otherwise removes the
   * mark.
   */
  updateChangedMark(table: string): void;
}

/**
 * Creates the state. `reset`: call after loading another record. `isOnlyLoaded`: returns true if the table holds
 * nothing but loaded rows, which do not count as input.
 */
export function createDefaultRows({
  compiled,
  values,
  baseline,
  updateChangedMark,
}: Options): DefaultRows & { reset(): void; isOnlyLoaded(table: string): boolean } {
  const loadedRows = new Map<string, readonly Row[]>();
  /** By table: the value of its dependency field for which its rows were loaded. */
  const dependencies = new Map<string, Dependency>();
  const markedCurrentListeners = new Set<(table: string) => void>();
  const resetListeners = new Set<() => void>();
  let loadingTable: string | null = null;
  const currentValue = (key: string | undefined): unknown =>
    key ? untracked(() => raw(values[key]) as unknown) : undefined;
  const dependencyOf = (table: string): Dependency => {
    const key = compiled.tables.get(table)?.node.defaultTbDataDependKey;
    const label = currentValue(key && companionKey(key));
    return { value: currentValue(key), label: typeof label === 'string' ? label : '' };
  };
  const hasStoredRows = (table: string): boolean => {
    const rows = baseline()[table];
    return Array.isArray(rows) && rows.length > 0;
  };
  const markRowsCurrent = (tables: Iterable<string>): void => {
    for (const table of tables) {
      dependencies.set(table, dependencyOf(table));
      for (const listener of markedCurrentListeners) listener(table);
    }
  };
  const areRowsAsLoaded = (table: string): boolean => {
    const rows = loadedRows.get(table);
    const compiledTable = compiled.tables.get(table);
    return (
      rows !== undefined && compiledTable !== undefined && areRowsUnchanged(compiledTable, currentValue(table), rows)
    );
  };
  return {
    load(table, dependency, write, keptRows = []) {
      batch(() => {
        loadingTable = table;
        try {
          write();
        } finally {
          loadingTable = null;
        }
        const keptIds = new Set(keptRows.map(({ id }) => id));
        loadedRows.set(
          table,
          ((currentValue(table) ?? []) as readonly Row[]).filter(({ id }) => !keptIds.has(id)),
        );
        dependencies.set(table, dependency);
        updateChangedMark(table);
      });
    },
    currentDependency: dependencyOf,
    dependencyOfRows: (table) => dependencies.get(table) ?? dependencyOf(table),
    areRowsAsLoaded,
    unstoredRows: (table) => (hasStoredRows(table) ? undefined : loadedRows.get(table)),
    isOutdated: (table) =>
      dependencies.has(table) && !isSameValue(dependencies.get(table)?.value, dependencyOf(table).value),
    markRowsCurrent,
    onRowsMarkedCurrent(table, listener) {
      const notify = (markedTable: string): void => {
        if (markedTable === table) listener();
      };
      markedCurrentListeners.add(notify);
      return () => {
        markedCurrentListeners.delete(notify);
      };
    },
    reset() {
      loadedRows.clear();
      markRowsCurrent(compiled.tables.keys());
      for (const listener of resetListeners) listener();
    },
    onReset(listener) {
      resetListeners.add(listener);
      return () => {
        resetListeners.delete(listener);
      };
    },
    isOnlyLoaded: (table) =>
      compiled.tables.has(table) && !hasStoredRows(table) && (loadingTable === table || areRowsAsLoaded(table)),
  };
}
