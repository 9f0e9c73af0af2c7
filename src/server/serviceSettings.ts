import { isThisMachine } from './thisMachine.ts';

/** The mail server that sends messages. */
export interface MailSettings {
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  user: string | null;
  password: string | null;
  from: string;
}

/** External services; null if not configured. */
export interface ServiceSettings {
  mail: MailSettings | null;
}

/** Functions that read environment variables and add an error to `problems` for each invalid value. */
interface EnvironmentReader {
  text(name: string): string | null;
  integer(name: string, fallback: number, min: number, max: number): number;
  problems: string[];
}

/** The default port of a mail server, by the security of the connection. */
const DEFAULT_PORTS = { tls: 465, starttls: 587, none: 25 } as const;

/** Reads SMTP_*; adds errors to `problems`. */
function readMail({ text, integer, problems }: EnvironmentReader): MailSettings | null {
  const host = text('SMTP_HOST');
  const [user, password, from] = [text('SMTP_USER'), text('SMTP_PASSWORD'), text('SMTP_FROM')];
  const security = text('SMTP_SECURITY') ?? 'starttls';
  if (host === null) {
    for (const name of ['SMTP_PORT', 'SMTP_SECURITY', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_FROM'])
      if (text(name) !== null) problems.push(`${name}：还须设置 SMTP_HOST`);
    return null;
  }
  if (!/^[\w.:-]+$/.test(host)) problems.push('SMTP_HOST：应为主机名或地址，不含端口');
  if (security !== 'tls' && security !== 'starttls' && security !== 'none') {
    problems.push(`SMTP_SECURITY=${security}：应为 tls、starttls 或 none`);
    return null;
  }
  if (from === null || !/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from))
    problems.push('SMTP_FROM：应为发件地址，如 office@example.com 或 协同平台 <office@example.com>');
  if ((user === null) !== (password === null)) problems.push('SMTP_USER 和 SMTP_PASSWORD：须一起设置');
  if (password !== null && security === 'none' && !isThisMachine(host))
    problems.push('SMTP_SECURITY=none：密码会不加密地经过网络，请用 tls 或 starttls');
  const port = integer('SMTP_PORT', DEFAULT_PORTS[security], 1, 65_535);
  return { host, port, security, user, password, from: from ?? '' };
}

/** Reads the settings of services; adds errors to `problems`. */
export const readServiceSettings = (reader: EnvironmentReader): ServiceSettings => ({ mail: readMail(reader) });

/** Returns the settings of services as lines for the start log, without secrets. */
export const serviceLines = ({ mail }: ServiceSettings): [string, string][] => [
  [
    'SMTP',
    mail === null
      ? '（未设置 SMTP_HOST，不发邮件）'
      : `${mail.host}:${mail.port}（${mail.security}，${mail.user === null ? '不登录' : '登录'}），${mail.from}`,
  ],
];
