/** What is said where a session was ended before its time. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['device', '此设备的登录已在其他设备上被退出，请重新登录'],
  ['password', '密码已修改，请用新密码重新登录'],
  ['reused', '登录凭证被重复使用，为保护账号已退出，请重新登录'],
  ['ended', '管理员已结束此登录，请重新登录'],
  ['disabled', '账号已停用，请联系管理员'],
]);

/** The sentence for why the server ended a session; without a reason it was a timeout (ER-005). */
export const endWords = (reason: string): string => ENDS.get(reason) ?? '登录超时，请重新登录';
