export type NoticeLevel = 'success' | 'info' | 'warning' | 'error';

/** A passing message to the user. What draws it is downloaded at the first one. */
export function notice(level: NoticeLevel, text: string): void {
  void import('./noticeHost.ts').then(({ show }) => show(level, text));
}

/** The text of a failure for people: services throw with Chinese messages. */
export const failureText = (error: unknown): string => (error instanceof Error && error.message !== '' ? error.message : '操作失败，请重试');
