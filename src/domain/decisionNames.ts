/** Names of the decisions on a task, as on its buttons; used in settings, buttons, history, print and audit. */
export const DECISION_NAMES = { approve: '通过', return: '退回', reject: '不同意' } as const;
