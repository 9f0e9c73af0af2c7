/** Columns every record has beside its form's fields, that a list can show and filter by. */
export const SYSTEM_COLUMNS = [
  'title',
  'flwState',
  'taskNode',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
] as const;

/** What a list can be sorted and narrowed by beside fields. */
export const ASKED_COLUMNS = [...SYSTEM_COLUMNS, 'id', 'createByName', 'updateByName', 'version'] as const;

/** What conditions of a list's buttons read of a record beside its fields. */
export const ROW_NAMES = ['flwState', 'createBy', 'taskNode'] as const;

/** Buttons of a list that need no plugin. */
export const LIST_ACTIONS = ['create', 'view', 'edit', 'remove', 'submit', 'export', 'import', 'createFrom'] as const;
