/** flwState of a record as people read it, with the colour of its tag. */
export const FLOW_STATES = {
  '0': { label: '草稿', color: 'default' },
  '1': { label: '审批中', color: 'processing' },
  '2': { label: '已退回', color: 'warning' },
  '3': { label: '已办结', color: 'success' },
  '4': { label: '已作废', color: 'error' },
} as const;

export type FlowState = keyof typeof FLOW_STATES;

export const flowStateOf = (state: string | undefined): (typeof FLOW_STATES)[FlowState] | null =>
  state !== undefined && Object.hasOwn(FLOW_STATES, state) ? FLOW_STATES[state as FlowState] : null;
