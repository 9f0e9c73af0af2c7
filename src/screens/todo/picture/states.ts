import type { NodeState } from '../../../runtime/services/tasks.ts';
import type { Tone } from '../../shared/StatusTag.tsx';

/** Labels of the node states in the diagram. */
export const STATE_NAMES: Readonly<Record<NodeState, string>> = {
  done: '已办理',
  current: '办理中',
  next: '预计下一步',
  returned: '已退回',
};
export const STATE_TONES: Readonly<Record<NodeState, Tone>> = {
  done: 'good',
  current: 'warn',
  next: 'busy',
  returned: 'bad',
};
/** The node states in the order of the diagram's legend. */
export const STATES: readonly NodeState[] = ['done', 'current', 'next', 'returned'];
