import type { Tone } from '../shared/ToneTag.tsx';

/** What was done to a record, as the history and the buttons call it. */
export const ACTION_NAMES: Readonly<Record<string, { label: string; tone: Tone }>> = {
  submit: { label: '提交', tone: 'busy' },
  approve: { label: '通过', tone: 'good' },
  return: { label: '退回', tone: 'warn' },
  reject: { label: '不同意', tone: 'bad' },
  save: { label: '保存', tone: 'plain' },
};

export const actionName = (action: string): string => ACTION_NAMES[action]?.label ?? action;
