import { isMissingPart, missingPartText } from '../node/missingPart.ts';

export type NoticeLevel = 'success' | 'info' | 'warning' | 'error';

type Show = (level: NoticeLevel, text: string) => void;

let plain: Show = () => undefined;
const host = (): Promise<{ show: Show }> => import('./noticeHost.ts');

/** Says what is there from the start to show a message, plainer; it is used while the other cannot be downloaded. */
export function showPlainly(show: Show): void {
  plain = show;
}

/** Fetches ahead what draws the messages: the first may be that there is no connection. */
export const preloadNotices = (): void => {
  host().catch(() => undefined);
};

/** A passing message to the user. What draws it is downloaded at the first one. */
export function notice(level: NoticeLevel, text: string): void {
  host().then(
    ({ show }) => show(level, text),
    () => plain(level, text),
  );
}

/** The text of a failure for people: services throw with Chinese messages. */
export const failureText = (error: unknown): string =>
  isMissingPart(error)
    ? missingPartText()
    : error instanceof Error && error.message !== ''
      ? error.message
      : '操作失败，请重试';
