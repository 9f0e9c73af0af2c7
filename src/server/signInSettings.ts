import { isThisMachine } from './thisMachine.ts';

/** An OpenID Connect provider at which people of the company sign in. */
export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  /** null: a public client, which authenticates only by PKCE. */
  clientSecret: string | null;
  /** Label of the button on the sign-in page. */
  label: string;
  /** The claim that holds the user name of this product. */
  claim: string;
  scope: string;
}

const LDAP_TIMEOUT_MS = 8_000;

/** An LDAP directory that verifies the passwords of the people in it. */
export interface DirectorySettings {
  url: string;
  /** True to encrypt a plain connection (StartTLS) before anything else is sent. */
  startTls: boolean;
  /** Account that searches; null: anonymous search. */
  bindDn: string | null;
  bindPassword: string | null;
  base: string;
  /** LDAP filter of one person; `{username}` is replaced by the escaped name. */
  filter: string;
  /** How long to wait for a connection, and for each answer, in ms. */
  timeoutMs: number;
}

/** External services for signing in; null if not configured. */
export interface SignInSettings {
  openId: OpenIdSettings | null;
  directory: DirectorySettings | null;
}

interface Reader {
  text(name: string): string | null;
  flag(name: string, fallback: boolean): boolean;
  problems: string[];
}

/** Adds an error for each of these settings that is set, because the setting `required` is not set. */
function reportUnusableSettings({ text, problems }: Reader, required: string, names: readonly string[]): void {
  for (const name of names) if (text(name) !== null) problems.push(`${name}：还须设置 ${required}`);
}

/** Reads OPENID_*; null if no provider is configured. */
function readOpenId(reader: Reader): OpenIdSettings | null {
  const { text, problems } = reader;
  const issuer = text('OPENID_ISSUER');
  if (issuer === null) {
    reportUnusableSettings(reader, 'OPENID_ISSUER', [
      'OPENID_CLIENT_ID',
      'OPENID_CLIENT_SECRET',
      'OPENID_LABEL',
      'OPENID_CLAIM',
      'OPENID_SCOPE',
    ]);
    return null;
  }
  const address = URL.canParse(issuer) ? new URL(issuer) : null;
  if (address?.protocol !== 'https:' && !(address?.protocol === 'http:' && isThisMachine(address.hostname)))
    problems.push('OPENID_ISSUER：应为 https:// 开头的地址（本机可用 http://）');
  const clientId = text('OPENID_CLIENT_ID');
  if (clientId === null) problems.push('OPENID_CLIENT_ID：未设置');
  if (text('PUBLIC_URL') === null) problems.push('OPENID_ISSUER：还须设置 PUBLIC_URL，登录后从那里回到本系统');
  const scope = text('OPENID_SCOPE') ?? 'openid profile';
  if (!scope.split(/\s+/).includes('openid')) problems.push('OPENID_SCOPE：应含有 openid');
  return {
    issuer,
    clientId: clientId ?? '',
    clientSecret: text('OPENID_CLIENT_SECRET'),
    label: text('OPENID_LABEL') ?? '企业账号登录',
    claim: text('OPENID_CLAIM') ?? 'preferred_username',
    scope,
  };
}

/** Reads LDAP_*; null if no directory is configured. */
function readDirectory(reader: Reader): DirectorySettings | null {
  const { text, problems } = reader;
  const url = text('LDAP_URL');
  if (url === null) {
    reportUnusableSettings(reader, 'LDAP_URL', [
      'LDAP_BASE',
      'LDAP_FILTER',
      'LDAP_BIND_DN',
      'LDAP_BIND_PASSWORD',
      'LDAP_STARTTLS',
    ]);
    return null;
  }
  const startTls = reader.flag('LDAP_STARTTLS', false);
  const address = /^ldaps?:\/\/[^/\s]+\/?$/.test(url) && URL.canParse(url) ? new URL(url) : null;
  if (!address) problems.push('LDAP_URL：应为 ldaps://主机[:端口] 或 ldap://主机[:端口]');
  else if (address.protocol === 'ldap:' && !startTls && !isThisMachine(address.hostname))
    problems.push('LDAP_URL：密码会不加密地经过网络，请用 ldaps:// 或 LDAP_STARTTLS=1');
  const [bindDn, bindPassword] = [text('LDAP_BIND_DN'), text('LDAP_BIND_PASSWORD')];
  if ((bindDn === null) !== (bindPassword === null)) problems.push('LDAP_BIND_DN 和 LDAP_BIND_PASSWORD：须一起设置');
  const base = text('LDAP_BASE');
  if (base === null) problems.push('LDAP_BASE：未设置，应为查找人员的位置，如 ou=people,dc=example,dc=com');
  const filter = text('LDAP_FILTER') ?? '(uid={username})';
  if (!filter.includes('{username}') || !/^\(.*\)$/.test(filter))
    problems.push('LDAP_FILTER：应为含有 {username} 的条件，如 (sAMAccountName={username})');
  return {
    url: url.replace(/\/$/, ''),
    startTls,
    bindDn,
    bindPassword,
    base: base ?? '',
    filter,
    timeoutMs: LDAP_TIMEOUT_MS,
  };
}

/** Reads OPENID_* and LDAP_*; adds errors to `problems`. */
export const readSignIn = (reader: Reader): SignInSettings => ({
  openId: readOpenId(reader),
  directory: readDirectory(reader),
});

/** Returns the settings of sign-in as lines for the operator, without secrets. */
export const signInLines = ({ openId, directory }: SignInSettings): [string, string][] => [
  [
    'OPENID',
    openId === null
      ? '（未设置 OPENID_ISSUER）'
      : `${openId.issuer}（客户端 ${openId.clientId}，用户名取自 ${openId.claim}）`,
  ],
  ['LDAP', directory === null ? '（未设置 LDAP_URL）' : `${directory.url}，${directory.base}，${directory.filter}`],
];
