import type { CompiledColumn } from '../../../kernel/index.ts';

const CONTROLS = 'input:not(:disabled):not([type="file"]), textarea:not(:disabled), button:not(:disabled)';

/** Editors of several controls, which Tab and Enter walk through before they leave the cell. */
export const isRange = ({ node }: CompiledColumn): boolean =>
  (node.tag === 'el-date-picker' && (node.dateType ?? '').endsWith('range')) ||
  (node.tag === 'el-time-picker' && 'isRange' in node && Boolean(node.isRange));
export const hasSeveral = (column: CompiledColumn): boolean =>
  column.node.tag === 'el-checkbox-group' || column.node.tag === 'el-upload' || isRange(column);

/** Where the keyboard starts in an editor that does not take it by itself: the ticked choice, or the first control. */
export const firstControl = (frame: HTMLElement): HTMLElement | null =>
  frame.querySelector<HTMLElement>('input:checked:not(:disabled)') ?? frame.querySelector<HTMLElement>(CONTROLS);

/** Is there another control behind (or before) this one in the editor? */
export function hasNeighbour(frame: HTMLElement, target: EventTarget, isForward: boolean): boolean {
  const all = [...frame.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.tabIndex >= 0);
  const at = all.indexOf(target as HTMLElement);
  return at >= 0 && all[at + (isForward ? 1 : -1)] !== undefined;
}
