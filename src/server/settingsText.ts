import { environmentName, type ParameterKey } from '../domain/parameters.ts';
import { serviceLines } from './serviceSettings.ts';
import type { Settings } from './settings.ts';
import { signInLines } from './signInSettings.ts';
import { storageLines } from './storageSettings.ts';
import { addressWithoutSecret } from './store/connect.ts';

const UNSET = '（未设置）';
/** Returns a text that says whether a secret is set. */
const secretText = (value: string | null): string => (value ? '（已设置）' : UNSET);
/** Joins texts; returns the text `none` for an empty list. */
const listText = (values: readonly string[], none: string): string => values.join(', ') || none;

/**
 * Returns every setting in force, one per line, for the operator, without secrets. The comments of `Settings` explain
 * each setting.
 */
export function settingsText(settings: Settings): string {
  const lines: [string, string][] = [
    ['PORT', String(settings.port)],
    ['HOST', settings.host],
    ['DATA_DIR', settings.dataDir],
    ['DATABASE_URL', settings.databaseUrl ? addressWithoutSecret(settings.databaseUrl) : '（未设置，使用内置数据库）'],
    [
      'DATABASE_READ_URL',
      settings.databaseReadUrl ? addressWithoutSecret(settings.databaseReadUrl) : '（未设置，统计读主库）',
    ],
    ['DATABASE_READ_LAG_SECONDS', String(settings.databaseReadLagSeconds)],
    ['STATEMENT_SECONDS', `${settings.statementSeconds}${settings.databaseUrl ? '' : '（内置数据库只限统计）'}`],
    ['DATABASE_POOL', settings.databaseUrl ? String(settings.databasePool) : '（内置数据库只有一个连接）'],
    ['DEMO', settings.isDemo ? '1' : '0'],
    ['NODE_ENV', settings.isProduction ? 'production' : '（非生产）'],
    ['CAPTCHA_CODE', secretText(settings.captchaCode)],
    ['ADMIN_PASSWORD', secretText(settings.adminPassword)],
    ['SECRET_KEY', settings.secretKey ? '（已设置）' : '（未设置，使用 DATA_DIR 中的 secret.key）'],
    ['FILE_LIMIT', String(settings.fileLimit)],
    ['MIN_FREE_MB', String(settings.minFreeMb)],
    ['TRUST_PROXY', settings.isBehindProxy ? '1' : '0'],
    ['MESSAGE_ORIGINS', listText(settings.messageOrigins, '（仅本站）')],
    ['FRAME_ORIGINS', listText(settings.frameOrigins, '（仅本站）')],
    ['MEDIA_ORIGINS', listText(settings.mediaOrigins, '（仅本站）')],
    ['CALL_ORIGINS', listText(settings.callOrigins, '（无）')],
    ['ROUTE_ENTRY', settings.routeEntry],
    ['FILE_OUTSIDE_URL', settings.fileOutsideUrl ?? '（本站）'],
    ['PUBLIC_URL', settings.publicUrl ?? '（未设置，邮件中没有链接）'],
    ...storageLines(settings),
    ...serviceLines(settings),
    ...signInLines(settings),
    ['LOG_LEVEL', settings.logLevel],
    ['SLOW_QUERY_MS', settings.slowQueryMs === 0 ? '0（不记录）' : String(settings.slowQueryMs)],
    ['METRICS_TOKEN', settings.metricsToken ? '（已设置）' : '（未设置，/metrics 仅限本机）'],
    ['DRAIN_SECONDS', String(settings.drainSeconds)],
    ['END_SECONDS', String(settings.endSeconds)],
    ...Object.entries(settings.parameters).map(([key, value]): [string, string] => [
      environmentName(key as ParameterKey),
      String(value),
    ]),
  ];
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  return lines.map(([name, value]) => `  ${name.padEnd(width)}${value}`).join('\n');
}
