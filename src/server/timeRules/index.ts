import './tables.ts';

export { registerTimeRules } from './register.ts';
export { remindRecords } from './remindRecords.ts';
export { loadFormForRules } from './timeJobs.ts';
export { runTimedEffect } from './runTimedEffect.ts';
