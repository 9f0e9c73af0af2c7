import type { SystemListNode } from '../../grammar/nodes.ts';
import { fillPlaceholders } from '../../kernel/index.ts';
import { hasPermission, isAdministrator } from '../../rules/permission.ts';
import type { SituationUser } from '../../rules/situation.ts';
import type { ArrangedColumn } from '../list/columnChoice.ts';
import { evaluateFlag } from '../shared/evaluateFlag.ts';

export interface SystemSort {
  field: string;
  order: 'asc' | 'desc';
}

/** A row of a system list: an object as the call answers it. */
export type SystemRow = Readonly<Record<string, unknown>>;
export type SystemColumn = SystemListNode['columns'][number];
/** A column as a person may arrange it. */
export interface ShownColumn extends ArrangedColumn {
  column: SystemColumn;
}
export type SystemAction = NonNullable<SystemListNode['rowActions']>[number];

const WIDTH = 130;

export const shownColumns = (columns: readonly SystemColumn[]): ShownColumn[] =>
  columns.map((column) => ({
    field: column.key,
    title: column.title,
    width: column.width ?? WIDTH,
    ...(column.fixed ? { fixed: column.fixed } : {}),
    isHidden: column.hidden === true,
    column,
  }));

export const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean);

/** A text with `${key}` filled from a row. */
export const filled = (text: string, row: SystemRow): string =>
  textOf(fillPlaceholders<unknown>(text, { userId: '', values: row }));

/** Parameters with `${key}` filled from a row. */
export const filledParams = (
  params: Readonly<Record<string, unknown>> | undefined,
  row: SystemRow,
): Record<string, unknown> => ({ ...fillPlaceholders(params ?? {}, { userId: '', values: row }) });

/** Whether this person may do what needs a permission (`*`: everybody signed in); the server asks again. */
export const mayUse = (permission: string | undefined, user: SituationUser): boolean =>
  permission === undefined || permission === '*' || isAdministrator(user) || hasPermission(user, [permission]);

export const isOffered = (action: SystemAction, row: SystemRow | null, user: SituationUser): boolean =>
  mayUse(action.permission, user) &&
  (action.when === undefined || evaluateFlag(action.when, { ...(row ? { row } : {}), user }) === true);

/** What a list call answers: a page, or the rows themselves. */
export function rowsOf(answer: unknown): { rows: SystemRow[]; total: number } {
  if (Array.isArray(answer)) return { rows: answer as SystemRow[], total: answer.length };
  const { data, page } = (answer ?? {}) as { data?: SystemRow[]; page?: { total?: number } };
  return { rows: data ?? [], total: Number(page?.total ?? data?.length ?? 0) };
}

/** Converts booleans of system data to the texts '1' and '0' that switches hold. */
export const withSwitches = (values: SystemRow): SystemRow =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'boolean' ? (value ? '1' : '0') : value]),
  );
/** Converts the texts of switches back to booleans, for keys whose loaded value was a boolean. */
export const withFlags = (given: Record<string, unknown>, values: SystemRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, typeof values[key] === 'boolean' ? value === '1' : value]),
  );
