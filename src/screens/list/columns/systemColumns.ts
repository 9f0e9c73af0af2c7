import type { SYSTEM_COLUMNS as NAMES } from '../../../rules/listNames.ts';

/** Columns of every record in addition to the fields of its form (author, times, flow state); widths in pixels. */
export const SYSTEM_COLUMNS = {
  title: { label: '标题', width: 240 },
  flwState: { label: '流程状态', width: 110 },
  taskNode: { label: '当前节点', width: 140 },
  createBy: { label: '创建人', width: 110 },
  createTime: { label: '创建时间', width: 180 },
  updateBy: { label: '修改人', width: 110 },
  updateTime: { label: '修改时间', width: 180 },
} as const satisfies Record<(typeof NAMES)[number], { label: string; width: number }>;

/** The system columns as the choices of an editor. */
export const SYSTEM_COLUMN_CHOICES = Object.entries(SYSTEM_COLUMNS).map(([value, { label }]) => ({ value, label }));

export type SystemColumn = keyof typeof SYSTEM_COLUMNS;

export const isSystemColumn = (field: string): field is SystemColumn => Object.hasOwn(SYSTEM_COLUMNS, field);
