export { raiseAlarm, remind, type NewReminder, type ReminderResult } from './reminders.ts';
export { noticeRoutes } from './routes.ts';
