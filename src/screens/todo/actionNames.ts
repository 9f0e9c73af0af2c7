/** What was done to a record, as the history and the buttons call it. */
export const ACTION_NAMES: Readonly<Record<string, { label: string; color: string }>> = {
  submit: { label: '提交', color: 'blue' },
  approve: { label: '通过', color: 'green' },
  return: { label: '退回', color: 'orange' },
  reject: { label: '不同意', color: 'red' },
  save: { label: '保存', color: 'default' },
};

export const actionName = (action: string): string => ACTION_NAMES[action]?.label ?? action;
