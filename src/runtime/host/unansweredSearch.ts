import type { KeyboardEvent } from 'react';

/**
 * Handler for the keys in the input of a select whose offered options still belong to an earlier search: Enter and Tab
 * must not choose the first of them.
 */
export function keepUnchosen(event: KeyboardEvent): void {
  const isOpen = (event.target as Element).getAttribute('aria-expanded') === 'true';
  if (!isOpen || (event.key !== 'Enter' && event.key !== 'Tab')) return;
  // Tab still goes to the next control
  if (event.key === 'Enter') event.preventDefault();
  event.stopPropagation();
}
