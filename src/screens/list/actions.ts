import type { FormRecord } from '../../grammar/documents.ts';
import type { FormRight } from '../../rules/formRights.ts';
import { isKeeper, mayAddRecord, type FormAccess } from '../../rules/keepers.ts';
import { isGranted } from '../../rules/permission.ts';
import type { SituationUser } from '../../rules/situation.ts';
import { isWithApplicant } from '../detail/situation.ts';
import type { ListAction } from './compile.ts';

/** Default texts of the buttons, by name of the action. */
const LABELS: Readonly<Record<string, string>> = {
  create: '新增',
  view: '查看',
  edit: '编辑',
  remove: '删除',
  submit: '提交',
  export: '导出',
  import: '导入',
  createFrom: '生成',
};
/**
 * Actions that change a record outside of an approval. They are offered only to the author (creator) of the record and
 * to persons with the right `editAll`; while the rights are unknown, to the author and to the keepers of the form.
 */
const AUTHOR_ACTIONS: ReadonlySet<string> = new Set(['edit', 'remove', 'submit']);

/**
 * Rights by action: a person needs at least one of them. Not checked while the person's rights are unknown (not loaded,
 * or not reported by the server).
 */
const NEEDED_RIGHTS: Readonly<Record<string, readonly FormRight[]>> = {
  create: ['create'],
  import: ['import'],
  export: ['export'],
  edit: ['editOwn', 'editAll', 'create'],
  remove: ['delete'],
};

/** Arguments of a plugin's action (registrar.registerAction). */
export interface ListActionContext {
  formKey: string;
  /** Null for an action of the list itself. */
  record: FormRecord | null;
  user: SituationUser;
  args: Readonly<Record<string, unknown>>;
  reload(): void;
}

/** Returns the text of the action's button. */
export const labelOf = (action: ListAction): string => action.label ?? LABELS[action.name] ?? action.name;

/** Returns the value of `row` in the expression `when`: the record's fields and system columns. */
export const rowScope = (record: FormRecord): Record<string, unknown> => ({
  ...record.fieldsMap,
  flwState: record.flwState ?? '0',
  createBy: record.createBy ?? '',
  taskNode: record.taskNode ?? '',
});

/**
 * Returns true if an action is offered. Checks the roles of the action, then the person's rights and, for
 * `AUTHOR_ACTIONS`, the state and the author of the record, then the expression `when`. `rights`: the person's rights
 * on the form; undefined while they are unknown. The server checks the permission again when the action runs.
 */
export function isActionShown(
  action: ListAction,
  record: FormRecord | null,
  user: SituationUser,
  evaluate: (source: string, scope: Record<string, unknown>) => unknown,
  access?: FormAccess,
  rights?: readonly FormRight[],
): boolean {
  if (!isGranted(action, user)) return false;
  const neededRights = NEEDED_RIGHTS[action.name];
  if (neededRights && rights && !neededRights.some((right) => rights.includes(right))) return false;
  if (!rights && (action.name === 'create' || action.name === 'import') && !mayAddRecord(access, user)) return false;
  if (record && AUTHOR_ACTIONS.has(action.name)) {
    if (!isWithApplicant(record)) return false;
    // a returned record has an approval history: its author corrects or withdraws it there and cannot delete it
    if (action.name === 'remove' && (record.flwState ?? '0') !== '0') return false;
    if (
      record.createBy &&
      record.createBy !== user.id &&
      !(rights ? rights.includes('editAll') : isKeeper(access, user))
    )
      return false;
  }
  if (!action.when) return true;
  return evaluate(action.when, { ...(record ? { row: rowScope(record) } : {}), user }) === true;
}
