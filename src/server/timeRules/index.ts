import './tables.ts';

export { registerTimeRules } from './register.ts';
export { remindRecords } from './remindRecords.ts';
export { ruleForm } from './timeJobs.ts';
export { runTimedEffect } from './runTimedEffect.ts';
