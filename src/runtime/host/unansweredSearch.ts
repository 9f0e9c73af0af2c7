import type { KeyboardEvent } from 'react';

/**
 * Key handler for the input of a select that still shows the options of an earlier search: prevents Enter and Tab from
 * choosing the first option.
 */
export function blockSelectionKeys(event: KeyboardEvent): void {
  const isOpen = (event.target as Element).getAttribute('aria-expanded') === 'true';
  if (!isOpen || (event.key !== 'Enter' && event.key !== 'Tab')) return;
  // Tab still moves to the next control
  if (event.key === 'Enter') event.preventDefault();
  event.stopPropagation();
}
