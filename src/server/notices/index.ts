export { raiseAlarm, remind, type NewReminder } from './reminders.ts';
export { noticeRoutes } from './routes.ts';
