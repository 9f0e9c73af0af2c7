/** Keys of the forms whose records the staff routes read and write (decision of 2026-11-21 in src/README.md). */
export const ARCHIVES = 'userFiles';
export const ENTRIES = 'userEntry';
export const CHANGES = 'userChanges';
export const AUTHORISATIONS = 'abilityConfirm';
