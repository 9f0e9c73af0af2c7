import { message } from 'antd';
import type { NoticeLevel } from './notice.ts';
import { readingTime } from './readingTime.ts';

/** Shows a message for as long as a person needs to read it. */
export function show(level: NoticeLevel, text: string): void {
  void message.open({ type: level, content: text, duration: readingTime(level, text) });
}
