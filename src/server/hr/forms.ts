/**
 * Keys of the forms whose records the routes of human resources read and write (SES-009 in src/decisions/sessions.md):
 * personnel archives (人事档案), entries of new staff (入职), personnel changes such as transfers and departures
 * (人事异动), and authorisations to perform, review and sign tests.
 */
export const PERSONNEL_ARCHIVES = 'userFiles';
export const ONBOARDING_RECORDS = 'userEntry';
export const STAFF_CHANGES = 'userChanges';
export const AUTHORISATIONS = 'abilityConfirm';
