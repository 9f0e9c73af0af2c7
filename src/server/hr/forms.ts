/** Keys of the forms whose records the staff routes read and write (SES-009 in src/decisions/sessions.md). */
export const STAFF_RECORDS = 'userFiles';
export const ENTRIES = 'userEntry';
export const CHANGES = 'userChanges';
export const AUTHORISATIONS = 'abilityConfirm';
