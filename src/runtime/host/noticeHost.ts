import { message } from 'antd';
import type { NoticeLevel } from './notice.ts';

/** Long enough to read a sentence: about six characters a second, at least three seconds. */
export function show(level: NoticeLevel, text: string): void {
  void message.open({ type: level, content: text, duration: Math.max(3, text.length / 6) });
}
