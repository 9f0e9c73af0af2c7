import type { FormRecord } from '../../grammar/documents.ts';
import type { FormRight } from '../../rules/formRights.ts';
import { isKeeper, mayAddRecord, type FormAccess } from '../../rules/keepers.ts';
import { isGranted } from '../../rules/permission.ts';
import type { SituationUser } from '../../rules/situation.ts';
import { isWithApplicant } from '../detail/situation.ts';
import type { ListAction } from './compile.ts';

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
/** Actions that change a record before it is in approval; offered to its author and the form's keepers only. */
const AUTHOR_ACTIONS: ReadonlySet<string> = new Set(['edit', 'remove', 'submit']);

/** Actions that one of these rights in the form opens, where the server has told them. */
const NEEDED: Readonly<Record<string, readonly FormRight[]>> = {
  create: ['create'],
  import: ['import'],
  export: ['export'],
  edit: ['editOwn', 'editAll', 'create'],
  remove: ['delete'],
};

/** Arguments that an action of a plugin is called with (registrar.registerAction). */
export interface ListActionContext {
  formKey: string;
  /** Null for an action of the list itself. */
  record: FormRecord | null;
  user: SituationUser;
  args: Readonly<Record<string, unknown>>;
  reload(): void;
}

export const labelOf = (action: ListAction): string => action.label ?? LABELS[action.name] ?? action.name;

/** The object that `when` reads as `row`: the fields and the system columns that conditions ask for. */
export const rowScope = (record: FormRecord): Record<string, unknown> => ({
  ...record.fieldsMap,
  flwState: record.flwState ?? '0',
  createBy: record.createBy ?? '',
  taskNode: record.taskNode ?? '',
});

/**
 * Whether a button is offered. Built-in rules first (drafts and returned records of one's own are editable), then
 * the document's `roles` and `when`; `rights`: what the person may do in the form, once it is known. The server decides again when it is pressed.
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
  const needed = NEEDED[action.name];
  if (needed && rights && !needed.some((right) => rights.includes(right))) return false;
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
