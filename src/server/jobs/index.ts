export { jobKinds, jobSources, listCurrentJobs, scheduleText, nextTime, type JobKind } from './jobKinds.ts';
export { addJobs, runDueJobs, runJob, startJobs, prepareJobs } from './runJobs.ts';
export { jobRoutes } from './routes.ts';
