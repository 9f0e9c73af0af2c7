import type { Tone } from './StatusTag.tsx';

/** Label and tag tone of each flwState. */
export const FLOW_STATES = {
  '0': { label: '草稿', tone: 'plain' },
  '1': { label: '审批中', tone: 'busy' },
  '2': { label: '已退回', tone: 'warn' },
  '3': { label: '已办结', tone: 'good' },
  '4': { label: '已作废', tone: 'bad' },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type FlowState = keyof typeof FLOW_STATES;

/** State of a record of a form without a process: in force as soon as it is stored. */
const IN_FORCE = { label: '有效', tone: 'good' } as const;

/** Returns label and tone of a state; null for an unknown state. `hasFlow` false: the form has no process. */
export function flowStateOf(
  state: string | undefined,
  hasFlow = true,
): (typeof FLOW_STATES)[FlowState] | typeof IN_FORCE | null {
  if (!hasFlow && (state === '0' || state === '3')) return IN_FORCE;
  return state !== undefined && Object.hasOwn(FLOW_STATES, state) ? FLOW_STATES[state as FlowState] : null;
}

/** Label of a withdrawn record, which has the flwState of a returned record. */
export const WITHDRAWN_LABEL = '已撤回';

/** Returns the label of a state; '' for an unknown state. */
export const stateLabel = (state: string | undefined, isWithdrawn = false): string =>
  state === '2' && isWithdrawn ? WITHDRAWN_LABEL : (flowStateOf(state)?.label ?? '');

const VOIDED = '4';
export const isVoided = ({ flwState }: { flwState?: string | null }): boolean => flwState === VOIDED;

/** The option of a select that means records in force of a form without a process: all states except voided. */
export const VALID_STATE = '0';
/** The states of records of a form without a process, as options of a select. */
export const NO_FLOW_STATE_CHOICES: readonly { value: string; label: string }[] = [
  { value: VALID_STATE, label: IN_FORCE.label },
  { value: VOIDED, label: FLOW_STATES[VOIDED].label },
];
/** Returns the stored states for an option of `NO_FLOW_STATE_CHOICES`. */
export const storedStates = (choice: string): string[] =>
  choice === VALID_STATE ? Object.keys(FLOW_STATES).filter((state) => state !== VOIDED) : [choice];

/** The states as options of a select, in their order. */
export const FLOW_STATE_CHOICES: readonly { value: string; label: string }[] = Object.entries(FLOW_STATES).map(
  ([value, { label }]) => ({ value, label }),
);
