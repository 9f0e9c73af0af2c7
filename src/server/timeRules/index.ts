import './tables.ts';

export { registerTimeRules } from './registerTimeRules.ts';
export { remindRecords } from './remindRecords.ts';
export { ruleForm } from './timeJobs.ts';
export { runTimedEffect } from './runTimedEffect.ts';
