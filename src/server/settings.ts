import { DEFAULT_FILE_LIMIT_BYTES } from '../domain/fileValue.ts';
import { join } from 'node:path';
import {
  environmentName,
  PARAMETER_KEYS,
  parameterError,
  parameterOfText,
  type ParameterValues,
} from '../domain/parameters.ts';
import { newPasswordError } from './demoPassword.ts';
import { readServiceSettings, type ServiceSettings } from './serviceSettings.ts';
import { readSignIn, type SignInSettings } from './signInSettings.ts';
import { readStorage, type StorageSettings } from './storageSettings.ts';

/** All configuration of an installation. Read once at start (`readSettings`) and passed as an argument. */
export interface Settings extends ServiceSettings, SignInSettings, StorageSettings {
  port: number;
  /** The address on which the server listens. */
  host: string;
  /** Folder of the embedded database and of uploaded files. */
  dataDir: string;
  /** URL of the PostgreSQL database; null: the embedded database under `dataDir`. */
  databaseUrl: string | null;
  /** URL of the read replica for statistics; null: statistics are read from the primary database. */
  databaseReadUrl: string | null;
  /** Maximum lag of the replica in seconds; statistics are read from the primary database if the lag is greater. */
  databaseReadLagSeconds: number;
  /** Key for encrypting secrets in the database; null: a key file under `dataDir`. */
  secretKey: string | null;
  /** True to load the demo company into an empty database. */
  isDemo: boolean;
  isProduction: boolean;
  /** A captcha answer that is always right, for automated tests; null: none. Refused in production. */
  captchaCode: string | null;
  /** Password of the first administrator, needed to start with a database that has no accounts if `isDemo` is false. */
  adminPassword: string | null;
  /** Largest upload in bytes. */
  fileLimit: number;
  /** True to take the caller's address from X-Forwarded-For. Safe only behind a proxy that sets this header. */
  isBehindProxy: boolean;
  /**
   * WM-010, OD-051: other origins whose pages may embed this product, be embedded by it and send window messages to it.
   */
  messageOrigins: readonly string[];
  /** SH-005: origins whose pages a menu entry may embed (InnerLink); they get no other permission. */
  frameOrigins: readonly string[];
  /** Origins from which pages may play videos (camera blocks). */
  mediaOrigins: readonly string[];
  /** Origins that the server may call (service tasks, message channels), besides the fixed origins of channel kinds. */
  callOrigins: readonly string[];
  /** How the client generates its routes: from the menu (RG-009), or from the units (RG-010, UN-008). */
  routeEntry: 'menu' | 'unit';
  /**
   * OD-052: base address at which pictures and PDFs open in a separate window; null: this server, by a short-lived
   * link.
   */
  fileOutsideUrl: string | null;
  /** Public address of this product, for links in mails; null: mails have no links. */
  publicUrl: string | null;
  /** Maximum connections of one server process to PostgreSQL; the embedded database has one. */
  databasePool: number;
  /** Statement timeout in seconds; 0: none. In the embedded database it limits only statistics (`runStatement`). */
  statementSeconds: number;
  /**
   * Minimum free disk space in megabytes. Below it, saves and uploads are refused (with PostgreSQL, which has its own
   * disk, only uploads); 0: no check.
   */
  minFreeMb: number;
  /** Token for reading `/metrics` from other machines; null: only from this machine. */
  metricsToken: string | null;
  /** Queries that take longer than this, in milliseconds, are logged; 0: none. */
  slowQueryMs: number;
  logLevel: LogLevel;
  /**
   * Time in seconds for which a server that has received a stop signal keeps serving requests. It already reports that
   * it is not ready, so that the load balancer sends no new requests.
   */
  drainSeconds: number;
  /** Maximum time in seconds that a stopping server, after `drainSeconds`, waits for running requests. */
  endSeconds: number;
  /** The system parameters that the environment sets: administrators see them but cannot change them. */
  parameters: Partial<ParameterValues>;
  /** Folder of the built front end. */
  webDir: string;
  /** Folder of the shipped documents. */
  schemasDir: string;
  /** The product's package.json, which contains its version. */
  packageFile: string;
}

/** The levels of log messages, the most detailed first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The settings, or the texts of all errors in the environment (`problems`). */
export type SettingsResult = { ok: true; settings: Settings } | { ok: false; problems: string[] };
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from the environment variables. If some are invalid, returns all errors, in Chinese for the person
 * who starts the server. `projectDir`: the folder with `dist`, `schemas` and package.json.
 */
export function readSettings(environment: Environment, projectDir: string): SettingsResult {
  const problems: string[] = [];
  const text = (name: string): string | null => environment[name]?.trim() || null;
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const input = text(name);
    if (input === null) return fallback;
    const value = Number(input);
    if (!/^\d+$/.test(input) || value < min || value > max)
      problems.push(`${name}=${input}：应为 ${min} 到 ${max} 之间的整数`);
    return value;
  };
  const flag = (name: string, fallback: boolean): boolean => {
    const input = text(name);
    if (input === null) return fallback;
    if (input !== '0' && input !== '1') problems.push(`${name}=${input}：应为 0 或 1`);
    return input === '1';
  };
  const origins = (name: string): string[] => {
    const input = (text(name) ?? '').split(/[,\s]+/).filter(Boolean);
    for (const origin of input) {
      if (!isOrigin(origin))
        problems.push(`${name}=${origin}：应为 https://主机[:端口]，不含路径和通配符，多个以逗号分隔`);
    }
    return input;
  };
  const nodeEnvironment = text('NODE_ENV');
  if (nodeEnvironment !== null && !['production', 'development', 'test'].includes(nodeEnvironment))
    problems.push(`NODE_ENV=${nodeEnvironment}：应为 production、development 或 test`);
  const isProduction = nodeEnvironment === 'production';
  const captchaCode = text('CAPTCHA_CODE');
  if (captchaCode && isProduction)
    problems.push('CAPTCHA_CODE：固定验证码只供自动化测试使用，NODE_ENV=production 时不允许设置');
  const isDemo = flag('DEMO', !isProduction);
  if (isDemo && isProduction) problems.push('DEMO=1：演示账号的密码众所周知，NODE_ENV=production 时不允许设置');
  const adminPassword = text('ADMIN_PASSWORD');
  const passwordProblem = adminPassword === null ? null : newPasswordError({ isProduction }, adminPassword);
  if (passwordProblem) problems.push(`ADMIN_PASSWORD：${passwordProblem}`);
  const databaseUrl = text('DATABASE_URL');
  if (databaseUrl && !isDatabaseAddress(databaseUrl))
    problems.push(
      'DATABASE_URL：应为 postgres://用户:密码@主机:端口/数据库，密码中的特殊字符按 URL 编码（如 @ 写作 %40）',
    );
  const databaseReadUrl = text('DATABASE_READ_URL');
  if (databaseReadUrl && !databaseUrl) problems.push('DATABASE_READ_URL：只读副本须与 DATABASE_URL 一起设置');
  if (databaseReadUrl && !isDatabaseAddress(databaseReadUrl))
    problems.push('DATABASE_READ_URL：应为 postgres://用户:密码@主机:端口/数据库');
  const secretKey = text('SECRET_KEY');
  if (secretKey !== null && secretKey.length < 32) problems.push('SECRET_KEY：至少 32 个字符，请用随机生成的值');
  const messageOrigins = origins('MESSAGE_ORIGINS');
  const frameOrigins = origins('FRAME_ORIGINS');
  const mediaOrigins = origins('MEDIA_ORIGINS');
  const callOrigins = origins('CALL_ORIGINS');
  const routeEntry = text('ROUTE_ENTRY') ?? 'menu';
  if (routeEntry !== 'menu' && routeEntry !== 'unit') problems.push(`ROUTE_ENTRY=${routeEntry}：应为 menu 或 unit`);
  const fileOutsideUrl = text('FILE_OUTSIDE_URL')?.replace(/\/+$/, '') ?? null;
  if (fileOutsideUrl !== null && !isWebAddress(fileOutsideUrl))
    problems.push('FILE_OUTSIDE_URL：应为 http:// 或 https:// 开头的地址，不含参数');
  const publicUrl = text('PUBLIC_URL')?.replace(/\/+$/, '') ?? null;
  if (publicUrl !== null && !isWebAddress(publicUrl))
    problems.push('PUBLIC_URL：应为 http:// 或 https:// 开头的地址，不含参数');
  const metricsToken = text('METRICS_TOKEN');
  if (metricsToken !== null && metricsToken.length < 16) problems.push('METRICS_TOKEN：至少 16 个字符');
  const logLevel = text('LOG_LEVEL') ?? (isProduction ? 'info' : 'warn');
  if (!LOG_LEVELS.some((level) => level === logLevel))
    problems.push(`LOG_LEVEL=${logLevel}：应为 ${LOG_LEVELS.join('、')} 之一`);
  const parameters = environmentParameters(text, problems);
  const settings: Settings = {
    port: integer('PORT', 8080, 0, 65_535),
    host: text('HOST') ?? '0.0.0.0',
    dataDir: text('DATA_DIR') ?? './data',
    databaseUrl,
    databaseReadUrl,
    databaseReadLagSeconds: integer('DATABASE_READ_LAG_SECONDS', 10, 1, 3600),
    secretKey,
    isDemo,
    isProduction,
    captchaCode,
    adminPassword,
    fileLimit: integer('FILE_LIMIT', DEFAULT_FILE_LIMIT_BYTES, 1, 2 ** 40),
    isBehindProxy: flag('TRUST_PROXY', false),
    messageOrigins,
    frameOrigins,
    mediaOrigins,
    callOrigins,
    routeEntry: routeEntry as Settings['routeEntry'],
    fileOutsideUrl,
    publicUrl,
    ...readServiceSettings({ text, integer, problems }),
    ...readSignIn({ text, flag, problems }),
    ...readStorage({ text, flag, problems }),
    databasePool: integer('DATABASE_POOL', 10, 2, 500),
    statementSeconds: integer('STATEMENT_SECONDS', 30, 0, 86_400),
    minFreeMb: integer('MIN_FREE_MB', 64, 0, 1_000_000),
    metricsToken,
    slowQueryMs: integer('SLOW_QUERY_MS', 500, 0, 3_600_000),
    logLevel: logLevel as LogLevel,
    drainSeconds: integer('DRAIN_SECONDS', 0, 0, 600),
    endSeconds: integer('END_SECONDS', 25, 1, 3_600),
    parameters,
    webDir: join(projectDir, 'dist', 'web'),
    schemasDir: join(projectDir, 'schemas'),
    packageFile: join(projectDir, 'package.json'),
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings };
}

/**
 * Returns the system parameters that the environment sets, validated as on the parameter page. Adds the errors to
 * `problems`.
 */
function environmentParameters(text: (name: string) => string | null, problems: string[]): Partial<ParameterValues> {
  const parameters: Record<string, unknown> = {};
  for (const key of PARAMETER_KEYS) {
    const input = text(environmentName(key));
    if (input === null) continue;
    const value = parameterOfText(key, input);
    const errorText = parameterError(key, value);
    if (errorText) problems.push(`${environmentName(key)}=${input}：${errorText}`);
    else parameters[key] = value;
  }
  return parameters;
}

/** Returns true if a text is a single http or https origin without wildcards, written as in `event.origin`. */
const isOrigin = (input: string): boolean =>
  /^https?:\/\/[^*]+$/.test(input) && URL.canParse(input) && new URL(input).origin === input;

/**
 * Returns true if a text is a PostgreSQL URL, and its user name, password and path are correctly percent-encoded. The
 * driver reports no error for an invalid encoding.
 */
function isDatabaseAddress(input: string): boolean {
  if (!/^postgres(ql)?:\/\/[^/]/.test(input) || !URL.canParse(input)) return false;
  const { username, password, pathname } = new URL(input);
  return [username, password, pathname].every((part) => !/%(?![0-9A-Fa-f]{2})/.test(part));
}

/** Returns true if a text is an http or https URL without query that can be inserted into an attribute of the page. */
const isWebAddress = (input: string): boolean => /^https?:\/\/[^\s"'<>?#]+$/.test(input) && URL.canParse(input);
