/** What parameters and answers of a company's set-up and roles are called. */
export const COMPANY_WORDS: Readonly<Record<string, string>> = {
  isTable: '整个子表',
  landing: '登录后进入的页面',
  lines: '每行一个名称，缩进表示下级',
  known: '已有的个数',
  proposedCode: '建议的角色编码',
  proposedName: '建议的角色名称',
  mark: '进度：done 已完成，skipped 已跳过',
  byName: '标记人',
  step: '步骤',
  registerText: '开通账号说明',
  fieldRules: '按表单列出的不可见与不可改字段',
};
