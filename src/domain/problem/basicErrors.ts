/**
 * The part of the error table (errors.ts) that the browser needs before sign-in. It is a separate file to keep the
 * download of the sign-in page small.
 */
export const BASIC_ERRORS = {
  '401': { message: '认证失败，无法访问系统资源', status: 401 },
  '403': { message: '当前操作没有权限', status: 403 },
  '404': { message: '访问资源不存在', status: 404 },
  '413': { message: '内容过大，请减少内容或附件后再保存', status: 413 },
  '429': { message: '操作过于频繁，请稍后重试', status: 429 },
  A0210: { message: '用户名或密码错误', status: 200 },
  B0001: { message: '登录超时，请重新登录', status: 401 },
  CANCELLED: { message: '已取消', status: 499 },
  NETWORK: { message: '无法连接服务器，请检查网络后重试', status: 503 },
  REQUEST_REFUSED: {
    message: '请求未被接受（{status}），没有办理；请检查内容后重试，仍不成功请联系管理员',
    status: 400,
  },
  DOC_SHAPE: { message: '{where}：{detail}', status: 422 },
  FILE_SIZE: { message: '上传文件大小不能超过 {limit}', status: 413 },
} as const satisfies Record<string, { message: string; status: number }>;

export type BasicErrorCode = keyof typeof BASIC_ERRORS;

/** Replaces the `{name}` placeholders of a message; a placeholder without a value becomes “?”. */
export const fillMessage = (message: string, params: Readonly<Record<string, unknown>> = {}): string =>
  message.replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? '?'));

/** Returns the message of an error in `BASIC_ERRORS`. Such errors may occur before or after sign-in. */
export const basicErrorMessage = (code: BasicErrorCode, params?: Readonly<Record<string, unknown>>): string =>
  fillMessage(BASIC_ERRORS[code].message, params);
