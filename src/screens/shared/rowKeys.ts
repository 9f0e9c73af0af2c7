import type { KeyboardEvent } from 'react';

/**
 * Handles the keys of a focused table row: arrows move between rows, Enter opens. Keys pressed on buttons in the row
 * are ignored.
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
