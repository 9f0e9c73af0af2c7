import type { CompiledColumn } from '../../../kernel/index.ts';

const CONTROLS = 'input:not(:disabled):not([type="file"]), textarea:not(:disabled), button:not(:disabled)';

/** Whether Tab, and in a range Enter, walks through the controls of an editor before it leaves the cell. */
export function controlsOf({ node, definition }: CompiledColumn): 'one' | 'several' | 'range' {
  const { controls = 'one' } = definition.column?.keys ?? {};
  return typeof controls === 'function' ? controls(node as never) : controls;
}

/** Where the keyboard starts in an editor that does not take it by itself: the ticked choice, or the first control. */
export const firstControl = (frame: HTMLElement): HTMLElement | null =>
  frame.querySelector<HTMLElement>('input:checked:not(:disabled)') ?? frame.querySelector<HTMLElement>(CONTROLS);

/** Is there another control behind (or before) this one in the editor? */
export function hasNeighbour(frame: HTMLElement, target: EventTarget, isForward: boolean): boolean {
  const all = [...frame.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.tabIndex >= 0);
  const at = all.indexOf(target as HTMLElement);
  return at >= 0 && all[at + (isForward ? 1 : -1)] !== undefined;
}
