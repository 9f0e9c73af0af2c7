import type { AuditEntry } from '../../runtime/services/audit.ts';
import type { Tone } from '../../screens/shared/StatusTag.tsx';

const shorten = (text: string): string =>
  Array.from(text).length > 24 ? `${Array.from(text).slice(0, 24).join('')}…` : text || '空';

/**
 * Summarizes the changes of an entry in one line: the first two changes and, if there are more, the total number. For
 * an entry without changes, returns its note.
 */
export function summaryOf({ action, changes, note }: AuditEntry): string {
  if (changes.length === 0) return note ?? '';
  const showsBefore = action !== 'insert' && action !== 'delete';
  const firstChanges = changes
    .slice(0, 2)
    .map(({ name, before, after }) =>
      showsBefore && before !== ''
        ? `${name}：${shorten(before)} → ${shorten(after)}`
        : `${name}：${shorten(after || before)}`,
    );
  return `${firstChanges.join('；')}${changes.length > 2 ? ` 等 ${changes.length} 处` : ''}`;
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
/** Returns the tone of the tag for an action. */
export const toneOf = (action: string): Tone => TONES[action] ?? 'plain';

/** Returns the name of the user; 未登录 before sign-in, 系统 for changes made without a request. */
export const personNameOf = ({ userName, address }: AuditEntry): string =>
  userName || (address === '' ? '系统' : '未登录');
