import type { KeyboardEvent } from 'react';

/**
 * Handles keyboard events of a table row: the up and down arrows move the focus to the adjacent row, Enter calls
 * `open`. Keys pressed while an element in the row (a button) has the focus are ignored.
 */
export function onRowKey(event: KeyboardEvent<HTMLElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  if (event.key === 'Enter') open();
  else if (event.key === 'ArrowDown') (row.nextElementSibling as HTMLElement | null)?.focus();
  else if (event.key === 'ArrowUp') (row.previousElementSibling as HTMLElement | null)?.focus();
  else return;
  event.preventDefault();
}
