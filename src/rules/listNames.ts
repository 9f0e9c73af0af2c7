/** System columns that a list can have as columns and in its filter bar, in addition to the fields of its form. */
export const SYSTEM_COLUMNS = [
  'title',
  'flwState',
  'taskNode',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
] as const;

/** System columns that the conditions and the sort order of a list can use, in addition to the fields of its form. */
export const QUERY_COLUMNS = [...SYSTEM_COLUMNS, 'id', 'createByName', 'updateByName', 'version'] as const;

/** The system columns that hold dates. */
export const DATE_COLUMNS: readonly string[] = ['createTime', 'updateTime'];

/**
 * System values of a record that the conditions of a list's buttons can read, in addition to the fields of the record.
 */
export const ROW_NAMES = ['flwState', 'createBy', 'taskNode'] as const;

/** Actions of a list that are built in, without a plugin. */
export const LIST_ACTIONS = ['create', 'view', 'edit', 'remove', 'submit', 'export', 'import', 'createFrom'] as const;
