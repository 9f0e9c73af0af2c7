import { DECISION_NAMES } from '../../domain/decisionNames.ts';
import type { Tone } from '../shared/StatusTag.tsx';

/** Chinese labels of actions in the history and on buttons. */
export const ACTION_NAMES: Readonly<Record<string, { label: string; tone: Tone }>> = {
  submit: { label: '提交', tone: 'busy' },
  approve: { label: DECISION_NAMES.approve, tone: 'good' },
  return: { label: DECISION_NAMES.return, tone: 'warn' },
  reject: { label: DECISION_NAMES.reject, tone: 'bad' },
  transfer: { label: '转办', tone: 'plain' },
  delegate: { label: '委派', tone: 'plain' },
  addSign: { label: '加签', tone: 'plain' },
  removeSign: { label: '减签', tone: 'plain' },
  takeBack: { label: '撤回', tone: 'warn' },
  takeBackFlow: { label: '撤回', tone: 'warn' },
  cc: { label: '抄送', tone: 'plain' },
  urge: { label: '催办', tone: 'warn' },
  comment: { label: '评论', tone: 'plain' },
  void: { label: '作废', tone: 'bad' },
  auto: { label: '自动通过', tone: 'good' },
  skip: { label: '自动跳过', tone: 'plain' },
  timer: { label: '定时', tone: 'plain' },
  overdue: { label: '超时', tone: 'warn' },
  message: { label: '通知', tone: 'plain' },
  callFailed: { label: '调用失败', tone: 'bad' },
  called: { label: '服务返回', tone: 'plain' },
  retry: { label: '重试', tone: 'plain' },
  suspend: { label: '暂停', tone: 'warn' },
  resume: { label: '恢复', tone: 'plain' },
  reassign: { label: '改派', tone: 'plain' },
  moveVersion: { label: '变更版本', tone: 'plain' },
  save: { label: '保存', tone: 'plain' },
};

/** Returns the Chinese label of an action; the action itself if it is unknown. */
export const actionName = (action: string): string => ACTION_NAMES[action]?.label ?? action;
