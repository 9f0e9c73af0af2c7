import type { FormRecord } from '../grammar/documents.ts';
import type { Situation } from '../rules/situation.ts';
import { isEmptyValue, readsIn, type CompiledField, type CompiledForm } from '../kernel/index.ts';
import { type Problem, problem } from '../domain/problem/index.ts';
import { isSameComputed } from './sameValue.ts';
import type { Values } from './recordValues.ts';
import type { Scopes, Vouches } from './writable.ts';

/** The part of a record that holds what people fill in. */
export type Stored = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

export interface ChangeRequest {
  compiled: CompiledForm;
  /** The record as stored, whole; null for a new one. */
  stored: Stored | null;
  /** What came. A key that is absent is unchanged. */
  incoming: Stored;
  /** Built by the server: who asks, at which node, with which rules. */
  situation: Situation;
  /** What of new rows came from where their table says; absent: nothing did. */
  picked?: Picked;
  /** Whether calls gave what they are said to have filled; absent: they are believed. */
  vouches?: Vouches;
}

/** SC-020…024: what the sources of new rows say, looked up beforehand. */
export interface Picked {
  /** Has a source an item with this value, together with all else in the row that needs its word? null: none was asked. */
  wordOn(table: string, rowId: string, column: string): 'vouched' | 'refuted' | null;
  /** True for a row that could only have come from a source, and is not in it. */
  isStranger(table: string, rowId: string): boolean;
}

/** One save as every check sees it. */
export interface ChangeContext extends ChangeRequest {
  /** Flat values before (of a new record: its defaults) and after, hidden ones included. */
  before: Values;
  after: Values;
  /** `after` with computed values as they should be. */
  computed: Values;
  /** Before and after as this person sees them: what decides which controls their page had. */
  moments: Scopes;
  /** Keys of the fields they may change. */
  writable: ReadonlySet<string>;
}

export const forbidden = (field: CompiledField, path: Problem['path']): Problem =>
  problem('VALUE_FORBIDDEN', path, { label: field.node.label || field.key });

export const wrongType = (field: CompiledField, path: Problem['path']): Problem =>
  problem('VALUE_TYPE', path, { label: field.node.label || field.key });

/** A display text is a text, or nothing. */
export const isLabel = (value: unknown): boolean => typeof value === 'string' || isEmptyValue(value);

const readsClock = (field: CompiledField): boolean => readsIn(field.node.computed ?? '').functions.includes('today');

/**
 * A computed value may come as it was, as it should be, or differ where its sender could not know better: it reads
 * the date, or something hidden from them. The server stores its own computation in any case.
 */
export function isComputedHonest(
  field: CompiledField,
  value: unknown,
  expected: unknown,
  before: unknown,
  mayReadAll: boolean,
): boolean {
  return isSameComputed(value, expected) || isSameComputed(value, before) || !mayReadAll || readsClock(field);
}
