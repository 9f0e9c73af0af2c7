import type { CompiledColumn } from '../../../kernel/index.ts';

const CONTROLS = 'input:not(:disabled):not([type="file"]), textarea:not(:disabled), button:not(:disabled)';

/**
 * Returns how many controls the editor of a column has. `several`: Tab moves through the controls before it leaves the
 * cell. `range`: Enter moves through the controls, too.
 */
export function controlCountOf({ node, definition }: CompiledColumn): 'one' | 'several' | 'range' {
  const { controls = 'one' } = definition.column?.keys ?? {};
  return typeof controls === 'function' ? controls(node as never) : controls;
}

/** Returns the control to focus in an editor without auto focus: the checked input, or the first control. */
export const firstControl = (frame: HTMLElement): HTMLElement | null =>
  frame.querySelector<HTMLElement>('input:checked:not(:disabled)') ?? frame.querySelector<HTMLElement>(CONTROLS);

/** Returns true if the editor has another control after `target`, or before it if `isForward` is false. */
export function hasNeighbour(frame: HTMLElement, target: EventTarget, isForward: boolean): boolean {
  const controls = [...frame.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.tabIndex >= 0);
  const index = controls.indexOf(target as HTMLElement);
  return index >= 0 && controls[index + (isForward ? 1 : -1)] !== undefined;
}
