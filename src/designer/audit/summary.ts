import type { AuditEntry } from '../../runtime/services/audit.ts';
import type { Tone } from '../../screens/shared/ToneTag.tsx';

const short = (text: string): string =>
  Array.from(text).length > 24 ? `${Array.from(text).slice(0, 24).join('')}…` : text || '空';

/** What an entry changed, on one line: the first places, and how many more. */
export function summaryOf({ action, changes, note }: AuditEntry): string {
  if (changes.length === 0) return note ?? '';
  const isChange = action !== 'insert' && action !== 'delete';
  const told = changes
    .slice(0, 2)
    .map(({ name, before, after }) =>
      isChange && before !== '' ? `${name}：${short(before)} → ${short(after)}` : `${name}：${short(after || before)}`,
    );
  return `${told.join('；')}${changes.length > 2 ? ` 等 ${changes.length} 处` : ''}`;
}

const TONES: Readonly<Record<string, Tone>> = {
  insert: 'good',
  update: 'busy',
  delete: 'bad',
  signInFailed: 'warn',
  locked: 'bad',
  tokenReused: 'bad',
  unlocked: 'good',
  save: 'busy',
  submit: 'busy',
  approve: 'good',
  return: 'warn',
  reject: 'bad',
  void: 'bad',
  remove: 'bad',
  takeBack: 'warn',
};
export const toneOf = (action: string): Tone => TONES[action] ?? 'plain';

/** Who did it, as people call it: before sign-in nobody is known, and what is written around the server has no name. */
export const whoOf = ({ userName, address }: AuditEntry): string => userName || (address === '' ? '系统' : '未登录');
