import type { Settings } from './settings.ts';
import { addressWithoutSecret } from './store/connect.ts';
import { OperatorError } from './store/operatorError.ts';

/** Advice for database failures, by error codes of PostgreSQL and the system. */
const DATABASE_ADVICE: readonly [codes: RegExp, advice: string][] = [
  [/^28P01$/, '用户名或密码不正确'],
  [/^28000$/, '该用户不允许登录，请检查用户名和 pg_hba.conf'],
  [/^3D000$/, '没有这个数据库，请先创建'],
  [/^42501$/, '该用户没有所需的权限；库的所有者应为此用户'],
  [/^53300$/, '连接数已满，请增加 max_connections 或减小 DATABASE_POOL'],
  [/^57P03$/, '数据库正在启动，请稍后再试'],
  [/^25006$/, '数据库只读（可能是备用库），请指向主库'],
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET)$/,
    '连接不上，请检查主机、端口和数据库是否已启动',
  ],
];
/** Advice for failures for which the driver sets no code. */
const DATABASE_MESSAGE_ADVICE: readonly [text: RegExp, advice: string][] = [
  [/client password must be a string/, '需要密码，请写在 DATABASE_URL 中'],
  [/does not support SSL|self.signed certificate|unable to verify/, '加密连接未成功，请检查 sslmode 和证书'],
  [/timeout exceeded when trying to connect/, '连接超时，请检查主机、端口和连接数'],
  [/^Connection terminated/, '连接被中断，请稍后再试'],
  [/is not currently accepting connections$/, '数据库暂不接受连接，请稍后再试'],
];
/** Error codes of the system for a path that cannot be used. */
const PATH_ERROR_CODES = /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT|ELOOP|ENAMETOOLONG|EISDIR|EIO|EINVAL|ENOTSUP)$/;

type Failure = NodeJS.ErrnoException & { hostname?: string };

/**
 * Returns the error text for the operator when the start of the server or a command (such as a backup) fails. Only an
 * unexpected error is shown with its stack.
 */
export function failureText(error: unknown, settings: Settings): string {
  if (error instanceof OperatorError) return error.message;
  const { code = '', message, stack, syscall = '', path = '', hostname } = error as Failure;
  if (code === 'EADDRINUSE') return `端口 ${settings.port} 已被占用，请用 PORT 指定其他端口。`;
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && hostname === settings.host))
    return `本机没有地址 ${settings.host}，请用 HOST 指定其他地址。`;
  if (syscall === 'listen' && code === 'EACCES')
    return `没有权限监听端口 ${settings.port}，请用 PORT 指定 1024 以上的端口。`;
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device/.test(message))
    return `磁盘空间不足${path ? `：${path}` : ''}。请腾出空间后重试；已有数据未受影响。`;
  if (PATH_ERROR_CODES.test(code) && path !== '' && syscall !== 'connect')
    return `无法使用 ${path}（${code}）：请检查该路径是否存在，以及所有者和权限。`;
  const advice =
    settings.databaseUrl === null
      ? undefined
      : (DATABASE_ADVICE.find(([codes]) => codes.test(code))?.[1] ??
        DATABASE_MESSAGE_ADVICE.find(([text]) => text.test(message))?.[1]);
  if (advice !== undefined)
    return `无法使用数据库 ${addressWithoutSecret(settings.databaseUrl ?? '')}：${advice}（${message || code}）。`;
  return stack ?? message;
}
