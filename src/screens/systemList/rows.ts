import type { SystemListNode } from '../../grammar/nodes.ts';
import { fillPlaceholders } from '../../kernel/index.ts';
import { hasPermission, isAdministrator } from '../../rules/permission.ts';
import type { SituationUser } from '../../rules/situation.ts';
import type { ArrangedColumn } from '../list/columns/columnChoice.ts';
import { evaluateCondition } from '../shared/evaluateCondition.ts';

export interface SystemSort {
  field: string;
  order: 'asc' | 'desc';
}

/** A row of a system list: an object of the list call's answer. */
export type SystemRow = Readonly<Record<string, unknown>>;
export type SystemColumn = SystemListNode['columns'][number];
/** A column with the layout that a person may change. `column`: the column as the document defines it. */
export interface ArrangedSystemColumn extends ArrangedColumn {
  column: SystemColumn;
}
export type SystemAction = NonNullable<SystemListNode['rowActions']>[number];

/** Default width of a column, in pixels. */
const DEFAULT_WIDTH = 130;

/** Returns the columns with their default layout. */
export const toArrangedColumns = (columns: readonly SystemColumn[]): ArrangedSystemColumn[] =>
  columns.map((column) => ({
    field: column.key,
    title: column.title,
    width: column.width ?? DEFAULT_WIDTH,
    ...(column.fixed ? { fixed: column.fixed } : {}),
    isHidden: column.hidden === true,
    column,
  }));

/** Returns a value as text; '' for a missing value. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

/** Replaces `${key}` in a text by values of a row. */
export const fillText = (text: string, row: SystemRow): string =>
  textOf(fillPlaceholders<unknown>(text, { userId: '', values: row }));

/** Replaces `${key}` in parameters by values of a row. */
export const fillParams = (
  params: Readonly<Record<string, unknown>> | undefined,
  row: SystemRow,
): Record<string, unknown> => ({ ...fillPlaceholders(params ?? {}, { userId: '', values: row }) });

/** Returns true if the user has a permission (`*` or undefined: everybody). The server checks it again. */
export const mayUse = (permission: string | undefined, user: SituationUser): boolean =>
  permission === undefined || permission === '*' || isAdministrator(user) || hasPermission(user, [permission]);

/** Returns true if the action is offered: the user has its permission, and its condition `when` is true for the row. */
export const isOffered = (action: SystemAction, row: SystemRow | null, user: SituationUser): boolean =>
  mayUse(action.permission, user) &&
  (action.when === undefined || evaluateCondition(action.when, { ...(row ? { row } : {}), user }) === true);

/** Returns the rows of a list call's answer, which is either a page or an array of rows. */
export function rowsOf(answer: unknown): { rows: SystemRow[]; total: number } {
  if (Array.isArray(answer)) return { rows: answer as SystemRow[], total: answer.length };
  const { data, page } = (answer ?? {}) as { data?: SystemRow[]; page?: { total?: number } };
  return { rows: data ?? [], total: Number(page?.total ?? data?.length ?? 0) };
}

/** Converts booleans of system data to the flags '1' and '0', the values of switches. */
export const booleansToFlags = (values: SystemRow): SystemRow =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'boolean' ? (value ? '1' : '0') : value]),
  );
/** Converts flags back to booleans, for keys whose loaded value was a boolean. */
export const flagsToBooleans = (
  formValues: Record<string, unknown>,
  loadedValues: SystemRow,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(formValues).map(([key, value]) => [
      key,
      typeof loadedValues[key] === 'boolean' ? value === '1' : value,
    ]),
  );
