import { message } from 'antd';
import type { NoticeLevel } from './notice.ts';

/** Shows a message long enough to read it: one second per six characters, at least three seconds. */
export function show(level: NoticeLevel, text: string): void {
  void message.open({ type: level, content: text, duration: Math.max(3, text.length / 6) });
}
