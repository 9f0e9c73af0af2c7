/** The placeholders of a template, with the values that the preview shows for them. */
export const PLACEHOLDERS = {
  标题: '待办：业务用印申请',
  内容: '张三提交的 2026 年度检测合同用印，请审核',
  收件人: '李四',
  时间: '2026-01-05 09:30',
  平台: '建设工程检测协同平台',
  链接: 'https://office.example/#/commonEntry/detail?formKey=sealApply&id=1',
} as const satisfies Record<string, string>;

export type PlaceholderValues = Partial<Record<keyof typeof PLACEHOLDERS, string>>;

export interface MessageTemplate {
  mailTitle: string;
  mailContent: string;
  chatContent: string;
}

/** The default texts, used unless an administrator has written others. */
export const DEFAULT_TEMPLATE: MessageTemplate = {
  mailTitle: '【{平台}】{标题}',
  mailContent: '{收件人}，您好：\n\n{标题}\n{内容}\n\n查看：{链接}\n\n{时间}  本邮件由系统自动发送，请勿回复。',
  chatContent: '{标题}\n{内容}\n提醒：{收件人}',
};

const PLACEHOLDER_PATTERN = /\{([^{}]*)\}/g;
const placeholderNames = Object.keys(PLACEHOLDERS);

/** Returns the error in a template text, in Chinese; null if the text is valid. */
export function templateError(label: string, text: string): string | null {
  if (text.trim() === '') return `${label}不能为空`;
  const unknownName = [...text.matchAll(PLACEHOLDER_PATTERN)]
    .map(([, name = '']) => name)
    .find((name) => !placeholderNames.includes(name));
  if (unknownName !== undefined)
    return `${label}中的“{${unknownName}}”不是可用的占位符，可用：${placeholderNames.map((name) => `{${name}}`).join('、')}`;
  return /[{}]/.test(text.replace(PLACEHOLDER_PATTERN, '')) ? `${label}中的大括号不成对` : null;
}

/** Replaces the placeholders of a template by their values. Omits a line with placeholders if all of them are empty. */
export function fillTemplate(text: string, values: PlaceholderValues): string {
  const valueOf = (name: string): string => values[name as keyof PlaceholderValues] ?? '';
  return text
    .split('\n')
    .filter((line) => {
      const names = [...line.matchAll(PLACEHOLDER_PATTERN)].map(([, name = '']) => name);
      return names.length === 0 || names.some((name) => valueOf(name) !== '');
    })
    .map((line) => line.replace(PLACEHOLDER_PATTERN, (_all, name: string) => valueOf(name)))
    .join('\n')
    .trim();
}
