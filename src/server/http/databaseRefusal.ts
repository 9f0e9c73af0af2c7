import type { ErrorCode } from '../../domain/problem/index.ts';
import { Refusal } from './refusal.ts';

/** Codes of PostgreSQL that a caller's values bring about: a null character or a lone surrogate in a text, a number out of range, and a busy row. */
const DATABASE: Readonly<Record<string, [ErrorCode, Record<string, unknown>]>> = {
  '22021': ['REQUEST_INVALID', { detail: '文字中有不允许的字符' }],
  '22P05': ['REQUEST_INVALID', { detail: '文字中有不允许的字符' }],
  '22P02': ['REQUEST_INVALID', { detail: '值的格式不正确' }],
  '22003': ['REQUEST_INVALID', { detail: '数值超出范围' }],
  '22001': ['REQUEST_INVALID', { detail: '文字过长' }],
  '40001': ['REQUEST_BUSY', {}],
  '40P01': ['REQUEST_BUSY', {}],
};

/** What a failure of the database says to whoever's values brought it about; null for any other. One that is REQUEST_BUSY changed nothing and may be tried again. */
export function databaseRefusal(error: unknown): Refusal | null {
  const known = DATABASE[String((error as { code?: unknown } | null | undefined)?.code ?? '')];
  return known ? new Refusal(...known) : null;
}
