import type { ErrorCode } from '../../domain/problem/index.ts';
import { Refusal } from './refusal.ts';

/**
 * Refusals by PostgreSQL error code (SQLSTATE), for errors caused by the caller's values (an invalid character, a
 * number out of range) or by concurrent writes (a serialization failure, a deadlock).
 */
const REFUSALS_BY_SQLSTATE: Readonly<Record<string, [ErrorCode, Record<string, unknown>]>> = {
  '22021': ['REQUEST_INVALID', { detail: '文字中有不允许的字符' }],
  '22P05': ['REQUEST_INVALID', { detail: '文字中有不允许的字符' }],
  '22P02': ['REQUEST_INVALID', { detail: '值的格式不正确' }],
  '22003': ['REQUEST_INVALID', { detail: '数值超出范围' }],
  '22007': ['REQUEST_INVALID', { detail: '日期或时间的格式不正确' }],
  '22008': ['REQUEST_INVALID', { detail: '日期或时间超出范围' }],
  '22001': ['REQUEST_INVALID', { detail: '文字过长' }],
  '40001': ['REQUEST_BUSY', {}],
  '40P01': ['REQUEST_BUSY', {}],
};

/**
 * Returns the refusal for a database error that was caused by the caller's values or by concurrent writes; null for
 * any other error. A request that is refused with REQUEST_BUSY has changed nothing and may be repeated.
 */
export function databaseRefusal(error: unknown): Refusal | null {
  const codeAndParams = REFUSALS_BY_SQLSTATE[String((error as { code?: unknown } | null | undefined)?.code ?? '')];
  return codeAndParams ? new Refusal(...codeAndParams) : null;
}
