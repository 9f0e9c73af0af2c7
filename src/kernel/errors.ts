import { EARLY_ERRORS, filled } from './earlyErrors.ts';

/**
 * The one closed table of codes: what a person reads (Chinese, `{name}` is filled from params), and the HTTP
 * status when the server refuses with it. Documents' problems, records' problems and refusals all draw from it.
 * Codes stated by the specification keep their values (A0230, A0210, B0001, 401, 403, 404).
 */
export const ERRORS = {
  // documents
  DOC_SYNTAX: { message: 'JSON 语法错误：第 {line} 行第 {column} 列，{detail}', status: 422 },
  DOC_TOO_LARGE: { message: '文档过大：{size}，上限 {limit}', status: 413 },
  DOC_TOO_DEEP: { message: '嵌套过深：超过 {limit} 层', status: 422 },
  DOC_UNKNOWN_TAG: { message: '无法识别的标签“{tag}”，已显示为占位块', status: 422 },
  DOC_UNKNOWN_KEY: { message: '“{tag}”没有属性“{key}”，已忽略', status: 422 },
  DOC_DUPLICATE_KEY: { message: '字段键“{key}”重复，已改为“{renamed}”', status: 422 },
  DOC_FORM_KEY: { message: '文中的表单键“{given}”与本表单不同，发布后仍为“{formKey}”', status: 422 },
  DOC_SCREEN_KEY: { message: '文中的界面键“{given}”与本界面不同，发布后仍为“{screenKey}”', status: 422 },
  DOC_NO_OUTLET: { message: '外壳里没有页面出口“outlet”，发布后任何页面都无法显示', status: 422 },
  DOC_OPTIONS: { message: '选项应为列表，已按空列表处理', status: 422 },
  DOC_KEY: { message: '字段键“{key}”不合规则，已改为“{renamed}”', status: 422 },
  DOC_NO_KEY: { message: '“{tag}”没有字段键 __vModel__，已暂用“{renamed}”', status: 422 },
  DOC_REPLACED_TAG: { message: '“{tag}”没有完全对应的控件，已用“{replacement}”代替', status: 422 },
  DOC_MAPPED_TAG: { message: '“{tag}”按“{title}”导入', status: 422 },
  DOC_MOVED: { message: '子表“{table}”的列中不能有“{label}”，已移到子表之后', status: 422 },
  DOC_FLATTENED: { message: '子表“{table}”的列中不能有“{tag}”，其中的字段已直接作为列', status: 422 },
  DOC_NO_COLUMNS: { message: '“{table}”只含子表或说明，没有自己的列，已显示为卡片', status: 422 },
  DOC_UNUSED: { message: '“{tag}”的“{key}”在本系统没有对应，未采用', status: 422 },
  DOC_VALUE_UNUSED: { message: '“{tag}”的“{key}”的值“{value}”不能采用', status: 422 },
  DOC_REQUEST: { message: '请求地址“{url}”不是本系统的路径，已忽略', status: 422 },
  DOC_FUNCTION: { message: '“{key}”中的脚本不会执行，已忽略', status: 422 },
  DOC_EXPRESSION: { message: '表达式有误：{detail}', status: 422 },
  DOC_EXPRESSION_NAME: { message: '表达式引用了不存在的字段“{name}”', status: 422 },
  DOC_EXPRESSION_CYCLE: { message: '计算表达式循环引用：{cycle}', status: 422 },
  DOC_PATTERN: { message: '正则表达式“{pattern}”有误：{detail}', status: 422 },
  DOC_CONDITION: { message: '未知的条件运算符“{operator}”', status: 422 },
  DOC_SOURCE: { message: '“{label}”不可编辑，而数据来源不是表单记录、无法核对，此列不会被填写', status: 422 },
  DOC_EVENT: { message: '没有名为“{event}”的按钮动作：未由插件提供时，按钮不可用', status: 422 },
  DOC_REFERENCE: { message: '引用的{kind}“{name}”不存在', status: 422 },
  DOC_FLOW: { message: '流程图有误：{detail}', status: 422 },
  DOC_DRAFT_ONLY: { message: '定义中还有 {count} 个错误，不能发布', status: 422 },
  // records
  VALUE_REQUIRED: { message: '请填写{label}', status: 422 },
  VALUE_TYPE: { message: '{label}的值类型不正确', status: 422 },
  VALUE_PATTERN: { message: '{label}：{detail}', status: 422 },
  VALUE_RANGE: { message: '{label}：{detail}', status: 422 },
  VALUE_OPTION: { message: '{label}：“{value}”不在可选范围内', status: 422 },
  VALUE_FORBIDDEN: { message: '您在当前节点不能修改“{label}”', status: 403 },
  VALUE_UNKNOWN: { message: '表单中没有字段“{key}”', status: 422 },
  ROW_ADD_FORBIDDEN: { message: '您在当前节点不能在“{label}”中添加行', status: 403 },
  ROW_REMOVE_FORBIDDEN: { message: '您在当前节点不能删除“{label}”中的行', status: 403 },
  ROW_SOURCE: { message: '“{label}”中此行的内容与数据来源不符，请删除后重新选择', status: 409 },
  ROW_LIMIT: { message: '“{label}”有 {count} 行，一张子表最多 {limit} 行，请分多次办理', status: 422 },
  ROW_WORK: { message: '“{label}”{rows}公式的计算量超出上限，未保存；请减少行数，或请管理员简化公式', status: 422 },
  ROW_ORDER_FORBIDDEN: { message: '您在当前节点不能调整“{label}”中行的顺序', status: 403 },
  ROW_COUNT: { message: '{label}：{detail}', status: 422 },
  RECORD_INVALID: { message: '请检查填写内容', status: 422 },
  RECORD_FORBIDDEN: { message: '有 {count} 处修改超出您在当前节点的权限，未保存', status: 403 },
  RECORD_STALE: { message: '{name} 已于 {time} 修改了此记录，您的修改未保存，填写内容已保留', status: 409 },
  RECORD_STATE: { message: '当前状态（{state}）不允许此操作', status: 409 },
  VALUE_TAKEN: { message: '{label}“{value}”已存在，不能重复', status: 422 },
  VALUE_REPEATED: { message: '{label}：与第 {row} 行重复', status: 422 },
  DRAFT_MOVED: { message: '这份草稿已在别处继续填写', status: 409 },
  DRAFT_LIMIT: { message: '草稿已有 {limit} 份，请先在“我的草稿”中清理', status: 409 },
  // what sign-in downloads too
  ...EARLY_ERRORS,
  // requests
  A0212: { message: '验证码错误或已过期', status: 200 },
  A0211: { message: '登录失败次数过多，请 {minutes} 分钟后再试', status: 429 },
  PASSWORD_DEMO: { message: '演示密码不能用于正式环境，请联系管理员重置密码', status: 403 },
  A0230: { message: '登录状态已过期', status: 401 },
  REQUEST_INVALID: { message: '请求参数有误：{detail}', status: 400 },
  REQUEST_TOO_LARGE: { message: '请求内容过大，上限 {limit}', status: 413 },
  REQUEST_BUSY: { message: '同一请求正在处理，请稍候', status: 409 },
  IN_USE: { message: '“{name}”还有{what}，不能删除', status: 409 },
  IMPORT_FILE: { message: '“{file}”无法导入：{detail}', status: 422 },
  FILE_TYPE: { message: '文件格式不正确，请上传{types}格式的文件', status: 422 },
  FILE_COUNT: { message: '上传文件数量不能超过 {limit} 个', status: 422 },
  FILE_UNREADABLE: { message: '文件无法预览：{detail}', status: 422 },
  FILE_FAILED: { message: '上传文件失败', status: 500 },
  TASK_TAKEN: { message: '此任务已由 {name} 办理', status: 409 },
  TASK_NOT_YOURS: { message: '此任务不在您的待办中', status: 403 },
  FLOW_NO_CANDIDATE: { message: '节点“{node}”没有可办理的人员，请联系管理员', status: 409 },
  FLOW_CHOICE: { message: '请选择“{node}”的办理人', status: 422 },
  FLOW_TARGET: { message: '不能退回到此节点：它不在当前节点之前，或尚未办理过', status: 422 },
  FLOW_TAKEN_ON: { message: '后续节点已办理，不能撤回', status: 409 },
  FLOW_PEOPLE: { message: '请选择人员：{detail}', status: 422 },
  FLOW_URGED: { message: '{minutes} 分钟内已催办过，请稍后再试', status: 409 },
  FLOW_PHRASES: { message: '常用语已有 {limit} 条，请先删除不用的', status: 409 },
  FLOW_SIGNATURE: { message: '此节点需要手写签名', status: 422 },
  UNAVAILABLE: { message: '服务暂时不可用，请稍后重试', status: 503 },
  STORAGE_FULL: { message: '服务器存储空间不足，未保存；请联系管理员', status: 507 },
  SERVER: { message: '系统错误，请联系管理员（编号 {requestId}）', status: 500 },
} as const satisfies Record<string, { message: string; status: number }>;

export type ErrorCode = keyof typeof ERRORS;

/** The message of a code with its `{name}` places filled; an unfilled place stays readable as “?”. */
export function formatError(code: ErrorCode, params: Readonly<Record<string, unknown>> = {}): string {
  return filled(ERRORS[code].message, params);
}
