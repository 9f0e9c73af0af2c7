/** What a person decides about a task, in the words of its button: settings, buttons, history, print and audit use these. */
export const DECISION_NAMES = { approve: '通过', return: '退回', reject: '不同意' } as const;
