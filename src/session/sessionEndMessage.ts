/** Messages by the reason for which the server ended a session. */
const END_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['device', '此设备的登录已在其他设备上被退出，请重新登录'],
  ['password', '密码已修改，请用新密码重新登录'],
  ['reused', '登录凭证被重复使用，为保护账号已退出，请重新登录'],
  ['ended', '管理员已结束此登录，请重新登录'],
  ['disabled', '账号已停用，请联系管理员'],
]);

/** Returns the message for the end of a session; for an unknown reason the message of a timeout (ER-005). */
export const sessionEndMessage = (reason: string): string => END_MESSAGES.get(reason) ?? '登录超时，请重新登录';
