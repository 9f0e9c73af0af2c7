/** Names of the decisions on a task. Settings, buttons, history, print and audit all use these names. */
export const DECISION_NAMES = { approve: '通过', return: '退回', reject: '不同意' } as const;
