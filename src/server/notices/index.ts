export { raiseAlarm, remind, type NewReminder, type Reminded } from './reminders.ts';
export { noticeRoutes } from './routes.ts';
